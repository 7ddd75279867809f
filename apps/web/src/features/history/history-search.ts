/** What the address of the history says: read with every page, as the router knows all addresses. */
import type { RunFilters } from '#/features/runs/run-filters.ts';

export const rangePresets = [7, 14, 30, 90] as const;

export type RangePreset = (typeof rangePresets)[number];

export const defaultPreset: RangePreset = 14;

/** The search parameters: a preset, or a custom range; neither for the default. */
export interface HistorySearch extends Omit<RunFilters, 'from' | 'to' | 'timeZone'> {
  days?: RangePreset | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The same as the address has it: the result is read by the screen, so that no other page loads its words. */
export type HistoryAddress = Omit<HistorySearch, 'status'> & { status?: string | undefined };

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
