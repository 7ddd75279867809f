import type { ExclusionWindow } from '@parley/contract';
import { Checkbox } from '#/ui/checkbox.tsx';
import { TextField } from '#/ui/text-field.tsx';

interface WindowFieldsProps {
  window: ExclusionWindow;
  onChange: (window: ExclusionWindow) => void;
}

/** Weekdays in display order, with their numbers in the contract. */
const days = [
  { day: 1, label: 'Mon' },
  { day: 2, label: 'Tue' },
  { day: 3, label: 'Wed' },
  { day: 4, label: 'Thu' },
  { day: 5, label: 'Fri' },
  { day: 6, label: 'Sat' },
  { day: 0, label: 'Sun' },
];

export function WindowFields({ window, onChange }: WindowFieldsProps) {
  return (
    <>
      <TextField
        label="Reason"
        autoComplete="off"
        value={window.reason}
        onChange={(event) => onChange({ ...window, reason: event.target.value })}
      />
      {window.kind === 'once' ? (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="From (your time)"
            type="datetime-local"
            value={toLocal(window.start)}
            onChange={({ target }) =>
              onChange({ ...window, start: fromLocal(target.value, window.start) })
            }
          />
          <TextField
            label="To (your time)"
            type="datetime-local"
            value={toLocal(window.end)}
            onChange={({ target }) =>
              onChange({ ...window, end: fromLocal(target.value, window.end) })
            }
          />
        </div>
      ) : (
        <>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {days.map(({ day, label }) => (
              <Checkbox
                key={day}
                label={label}
                checked={window.days.includes(day)}
                onChange={({ target }) =>
                  onChange({
                    ...window,
                    days: target.checked
                      ? [...window.days, day]
                      : window.days.filter((other) => other !== day),
                  })
                }
              />
            ))}
          </div>
          <div className="grid grid-cols-2 gap-4">
            <TextField
              label="From"
              type="time"
              value={window.from}
              onChange={({ target }) => onChange({ ...window, from: target.value })}
            />
            <TextField
              label="To"
              type="time"
              hint="Ends the next day"
              value={window.to}
              onChange={({ target }) => onChange({ ...window, to: target.value })}
            />
          </div>
        </>
      )}
    </>
  );
}

/** Formats a time for a `datetime-local` field, in the browser's time zone. */
function toLocal(iso: string): string {
  const at = new Date(iso);
  // Don't calculate with the time zone offset: incomplete years are valid while the user is typing, and offsets of early
  // years include seconds.
  const day = [padded(at.getFullYear(), 4), padded(at.getMonth() + 1), padded(at.getDate())];
  return `${day.join('-')}T${padded(at.getHours())}:${padded(at.getMinutes())}`;
}

const padded = (part: number, length = 2) => String(part).padStart(length, '0');

/** Converts the field's value to ISO 8601. If the field is empty or invalid, returns the previous value. */
function fromLocal(text: string, before: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? before : at.toISOString();
}
