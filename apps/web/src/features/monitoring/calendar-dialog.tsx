import type { ExclusionCalendar, ExclusionWindow } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { reasonOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { viewerTimeZone } from '#/lib/time-zone.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import { type CalendarContent, holidaySetsQuery, saveCalendar } from './monitoring.queries.ts';
import { timeZones } from './time-zones.ts';
import { WindowFields } from './window-fields.tsx';

interface CalendarDialogProps {
  /** Undefined to create a calendar. */
  calendar: ExclusionCalendar | undefined;
  onClose: () => void;
}

const empty: CalendarContent = {
  name: '',
  timeZone: '',
  windows: [],
  holidays: [],
};

/** A window with a React key, because windows have no id. */
interface KeyedWindow {
  key: number;
  window: ExclusionWindow;
}

let lastKey = 0;

const keyed = (window: ExclusionWindow): KeyedWindow => ({ key: ++lastKey, window });

function newWindow(kind: ExclusionWindow['kind']): ExclusionWindow {
  if (kind === 'weekly')
    return { kind, reason: 'Night', days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00' };
  const start = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  const iso = (ms: number) => new Date(ms).toISOString();
  return { kind, reason: 'Maintenance', start: iso(start), end: iso(start + 7_200_000) };
}

export function CalendarDialog({ calendar, onClose }: CalendarDialogProps) {
  const scope = useScope();
  const done = useWhileShown(onClose);
  const [name, setName] = useState(calendar?.name ?? empty.name);
  const [timeZone, setTimeZone] = useState(calendar?.timeZone ?? viewerTimeZone());
  const [holidays, setHolidays] = useState(calendar?.holidays ?? empty.holidays);
  const [windows, setWindows] = useState(() => (calendar?.windows ?? []).map(keyed));
  const [failure, setFailure] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  const add = (kind: ExclusionWindow['kind']) =>
    setWindows((before) => [...before, keyed(newWindow(kind))]);
  const change = (key: number, window: ExclusionWindow) =>
    setWindows((before) => before.map((each) => (each.key === key ? { key, window } : each)));

  async function save() {
    setIsSaving(true);
    setFailure(undefined);
    try {
      const content = { name, timeZone, holidays, windows: windows.map(({ window }) => window) };
      await saveCalendar(scope, calendar?.id, content);
      done();
    } catch (error) {
      setFailure(reasonOr(error, 'Failed to save the calendar'));
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={calendar ? 'Edit calendar' : 'Add calendar'}
      description="Monitors with this calendar skip runs in its windows."
      widthPx={640}
    >
      <form
        noValidate
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DialogBody>
          {failure && <Alert tone="danger">{failure}</Alert>}
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <TextField
              label="Name"
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <TextField
              label="Time zone"
              list="calendar-zones"
              autoComplete="off"
              spellCheck={false}
              value={timeZone}
              onChange={(event) => setTimeZone(event.target.value)}
            />
            <datalist id="calendar-zones">
              {timeZones.map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </div>
          <HolidayChoice chosen={holidays} onChange={setHolidays} />
          {windows.map(({ key, window }, index) => (
            <fieldset key={key} className="relative flex flex-col gap-3 border-line border-t pt-3">
              <legend className="sr-only">Window {index + 1}</legend>
              <WindowFields window={window} onChange={(next) => change(key, next)} />
              <IconButton
                label={`Remove window ${index + 1}`}
                size="sm"
                className="absolute top-2 right-0"
                icon={<Trash2 className="size-4" aria-hidden />}
                onClick={() => setWindows((before) => before.filter((each) => each.key !== key))}
              />
            </fieldset>
          ))}
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              icon={<Plus className="size-4" aria-hidden />}
              onClick={() => add('once')}
            >
              Add dates
            </Button>
            <Button
              size="sm"
              icon={<Plus className="size-4" aria-hidden />}
              onClick={() => add('weekly')}
            >
              Add weekly hours
            </Button>
          </div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isLoading={isSaving}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

type HolidaySet = ExclusionCalendar['holidays'][number];

interface HolidayChoiceProps {
  chosen: HolidaySet[];
  onChange: (chosen: HolidaySet[]) => void;
}

const none = 'none';

/** Selects the public holidays of a country or region. */
function HolidayChoice({ chosen: [set, ...more], onChange }: HolidayChoiceProps) {
  const { data: sets = [], isError } = useQuery(holidaySetsQuery(useScope()));
  const country = sets.find((each) => each.country === set?.country);
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Select
        label="Public holidays"
        error={isError && 'Failed to load the public holidays'}
        value={set?.country ?? none}
        options={[
          { value: none, label: 'None' },
          ...sets.map((each) => ({ value: each.country, label: each.name })),
        ]}
        onChange={(value) =>
          onChange(value === none ? more : [{ country: value, region: null }, ...more])
        }
      />
      {set && country && country.regions.length > 0 && (
        <Select
          label="Region"
          value={set.region ?? none}
          options={[
            { value: none, label: 'Entire country' },
            ...country.regions.map(({ region, name }) => ({ value: region, label: name })),
          ]}
          onChange={(value) =>
            onChange([{ ...set, region: value === none ? null : value }, ...more])
          }
        />
      )}
    </div>
  );
}
