/**
 * Published names of outcomes, as in stored events and rows, the API and machine-readable reports. They never change, so
 * `undecided` keeps its original name `unsure` there. Readers accept both names. An unknown name, for example from a later
 * release, is read as undecided, never as passed.
 */
import { isOutcome, type Outcome, type Standing } from './outcome.ts';
import type { RunEvent } from './run-event.ts';
import type { RunCounts } from './run-result.ts';

const wireNames = {
  passed: 'passed',
  failed: 'failed',
  error: 'error',
  undecided: 'unsure',
  skipped: 'skipped',
  pending: 'pending',
  running: 'running',
} as const satisfies Record<Standing, string>;

type Spelled = typeof wireNames;
export type WireOutcome = Spelled[Outcome];
export type WireStanding = Spelled[Standing];
/** An event as it is stored and sent. */
export type WireEvent = RunEvent<WireOutcome>;
export type WireCounts = Omit<RunCounts, Outcome> & Record<WireOutcome, number>;

const standings = new Map<string, Standing>([
  ...Object.keys(wireNames).map((name) => [name, name as Standing] as const),
  ...Object.entries(wireNames).map(([name, wire]) => [wire, name as Standing] as const),
]);

export function spellOutcome<S extends Standing>(standing: S): Spelled[S] {
  return wireNames[standing];
}

/** The wire names of all outcomes. */
export const wireOutcomes: readonly WireOutcome[] = (Object.keys(wireNames) as Standing[])
  .filter(isOutcome)
  .map(spellOutcome);

export function readStanding(wire: string): Standing {
  return standings.get(wire) ?? 'undecided';
}

/** @returns the outcome; undecided for an unknown name, or for a state that is not an outcome */
export function readOutcome(wire: string): Outcome {
  const standing = readStanding(wire);
  return isOutcome(standing) ? standing : 'undecided';
}

export function spellEvent(event: RunEvent): WireEvent {
  return hasOutcome(event)
    ? ({ ...event, outcome: spellOutcome(event.outcome) } as WireEvent)
    : event;
}

/** @param event from this release or an earlier one */
export function readEvent(event: WireEvent | RunEvent): RunEvent {
  if (!hasOutcome(event)) return event;
  const outcome = readOutcome(event.outcome);
  return outcome === event.outcome ? (event as RunEvent) : ({ ...event, outcome } as RunEvent);
}

/** @returns counts as stored, with the names in their original order */
export function spellCounts({
  total,
  passed,
  failed,
  error,
  undecided,
  ...rest
}: RunCounts): WireCounts {
  return { total, passed, failed, error, [wireNames.undecided]: undecided, ...rest };
}

/** @param counts from this release or an earlier one; the first releases did not count undecided tests */
export function readCounts(counts: WireCounts): RunCounts {
  const { unsure = 0, ...rest } = counts;
  return { undecided: unsure, ...rest };
}

/** @returns true for events whose outcome can be undecided. The outcome of an override never is. */
const hasOutcome = <E extends { type: string }>(
  event: E,
): event is Extract<E, { outcome: string }> =>
  event.type === 'step.finished' ||
  event.type === 'step.revised' ||
  event.type === 'test.finished' ||
  event.type === 'test.judged';
