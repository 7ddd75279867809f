import { boundedVerdict, type WireEvent } from '@parley/suite';

/** Shortens events from before verdicts had a size limit, one per line. Runs in a process of the pool, see event-rows.ts. */
export const shortenVerdicts = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => JSON.stringify(withShortVerdicts(JSON.parse(line))))
    .join('\n');

/** Shortens the verdicts of an event to the size in which they are stored now. */
export function withShortVerdicts(event: WireEvent): WireEvent {
  if (event.type !== 'step.finished' && event.type !== 'step.revised') return event;
  return { ...event, verdicts: event.verdicts.map(boundedVerdict) };
}
