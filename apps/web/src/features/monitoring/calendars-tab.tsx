import type { ExclusionCalendar } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { ListFrame } from '#/ui/list-frame.tsx';
import { toast } from '#/ui/toast.ts';
import { CalendarDialog } from './calendar-dialog.tsx';
import { calendarsQuery, deleteCalendar } from './monitoring.queries.ts';

/** Exclusion calendars. Monitors that use a calendar do not run at its times. */
export function CalendarsTab() {
  const query = useQuery(calendarsQuery(useScope()));
  const calendars = query.data ?? [];
  const [edited, setEdited] = useState<ExclusionCalendar | 'new' | null>(null);
  const add = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" aria-hidden />}
      onClick={() => setEdited('new')}
    >
      Add calendar
    </Button>
  );
  return (
    <ListFrame query={query} what="the exclusion calendars">
      {query.isSuccess && calendars.length === 0 && (
        <EmptyState icon={<CalendarOff aria-hidden />} title="No exclusion calendars" action={add}>
          Skip runs during maintenance, at night or on public holidays. Choose the calendars in a
          monitor’s schedule.
        </EmptyState>
      )}
      {calendars.length > 0 && (
        <Card
          title="Exclusion calendars"
          subtitle="Monitors skip runs in these windows"
          actions={add}
          isFlush
        >
          <ul className="divide-y divide-line border-line border-t">
            {calendars.map((calendar) => (
              <CalendarRow
                key={calendar.id}
                calendar={calendar}
                onEdit={() => setEdited(calendar)}
              />
            ))}
          </ul>
        </Card>
      )}
      {edited && (
        <CalendarDialog
          calendar={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </ListFrame>
  );
}

interface CalendarRowProps {
  calendar: ExclusionCalendar;
  onEdit: () => void;
}

function CalendarRow({ calendar, onEdit }: CalendarRowProps) {
  const scope = useScope();
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, name } = calendar;

  async function confirm() {
    try {
      await deleteCalendar(scope, id);
    } catch (error) {
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to delete the calendar') });
      return false;
    }
  }

  return (
    <li className="flex items-center justify-between gap-4 px-5 py-3">
      <div className="min-w-0">
        <p dir="auto" className="truncate text-left font-medium text-ink text-sm">
          {name}
        </p>
        <p className="text-ink-muted text-xs">{describe(calendar)}</p>
      </div>
      <div className="flex shrink-0 gap-1">
        <IconButton
          label={`Edit ${name}`}
          size="sm"
          icon={<Pencil className="size-4" aria-hidden />}
          onClick={onEdit}
        />
        <IconButton
          label={`Delete ${name}`}
          size="sm"
          icon={<Trash2 className="size-4" aria-hidden />}
          onClick={() => setIsDeleting(true)}
        />
      </div>
      <ConfirmDialog
        isOpen={isDeleting}
        onOpenChange={setIsDeleting}
        title={`Delete “${name}”?`}
        confirmLabel="Delete calendar"
        isDangerous
        onConfirm={confirm}
      >
        Monitors with this calendar will run during its windows again. This cannot be undone.
      </ConfirmDialog>
    </li>
  );
}

function describe({ windows, holidays, timeZone }: ExclusionCalendar): string {
  const windowText = `${windows.length} ${windows.length === 1 ? 'window' : 'windows'}`;
  const sets = holidays.map(({ country, region }) => (region ? `${country}-${region}` : country));
  const holidayText = sets.length > 0 ? `holidays of ${sets.join(', ')}` : '';
  return [windowText, holidayText, timeZone].filter(Boolean).join(' · ');
}
