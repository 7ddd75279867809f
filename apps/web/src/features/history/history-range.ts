/** Which days a history is of. Days are those of UTC, as everywhere in figures. */
import type { RunFilters } from '#/features/runs/runs.queries.ts';

export const rangePresets = [7, 14, 30, 90] as const;

export type RangePreset = (typeof rangePresets)[number];

export const defaultPreset: RangePreset = 14;

/** What stands in the address: a preset, or days of one's own; neither for the default. */
export interface HistorySearch extends Omit<RunFilters, 'from' | 'to'> {
  days?: RangePreset | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface DayRange {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

/** From the address, where anybody may have written anything. */
export function readPreset(value: unknown): RangePreset | undefined {
  return rangePresets.find((preset) => preset === value);
}

export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const time = Date.parse(value);
  // What there is not, 30 February for one, is moved to another day or to none.
  return !Number.isNaN(time) && dayOf(time) === value ? value : undefined;
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

export function rangeOf({ days, from, to }: HistorySearch, now: number): DayRange {
  if (from !== undefined && to !== undefined)
    return from <= to ? { from, to } : { from: to, to: from };
  const count = days ?? defaultPreset;
  return { from: dayOf(now - (count - 1) * dayMs), to: dayOf(now) };
}

/** What the server is asked for. */
export function filtersOf(search: HistorySearch, now: number): RunFilters & DayRange {
  const { days: _, ...filters } = search;
  return { ...filters, ...rangeOf(search, now) };
}

/** "Nov 21". */
export function formatDay(day: string): string {
  return new Date(day).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}
