import type { Device, DeviceCalendar } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Card } from '#/ui/card.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { CalendarRuns } from './calendar-runs.tsx';
import { CalendarSlots } from './calendar-slots.tsx';
import { DeviceTimeline } from './device-timeline.tsx';
import { deviceCalendarQuery } from './devices.queries.ts';

const spans = [
  { value: '1', label: '1 h' },
  { value: '6', label: '6 h' },
  { value: '24', label: '24 h' },
] as const;

/** Active, queued and upcoming runs of the device. */
export function DeviceCalendarCard({ device }: { device: Device }) {
  const [hours, setHours] = useState<(typeof spans)[number]['value']>('6');
  const query = useQuery({
    ...deviceCalendarQuery(useScope(), device.id, Number(hours)),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <Card
      title="Calendar"
      subtitle={data ? usageInWords(data) : 'Current and upcoming runs'}
      actions={
        <SegmentedControl label="Look ahead" segments={spans} value={hours} onChange={setHours} />
      }
      isFlush
    >
      <Loaded
        query={query}
        what="the calendar"
        skeleton={<Skeleton className="h-24" />}
        className="mx-5 mb-5"
      >
        {(calendar) => (
          <>
            <DeviceTimeline calendar={calendar} hours={Number(hours)} />
            <CalendarRuns calendar={calendar} />
            <CalendarSlots calendar={calendar} hours={Number(hours)} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** Summarizes the usage as "2 of 5 conversations in use, 1 run waits". */
function usageInWords({ runs, concurrencyLimit }: DeviceCalendar): string {
  const atWork = runs.filter(({ status }) => status === 'running');
  const used = atWork.reduce((sum, { conversations }) => sum + conversations, 0);
  const waiting = runs.length - atWork.length;
  const inUse = `${used} of ${concurrencyLimit} ${concurrencyLimit === 1 ? 'conversation' : 'conversations'} in use`;
  if (waiting === 0) return inUse;
  return `${inUse}, ${waiting === 1 ? '1 run waits' : `${waiting} runs wait`}`;
}
