/** Search parameters of the history. Loaded with every page, because the router has to know all URLs. */
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

/**
 * Search parameters as the URL has them. The screen validates the result, so that other pages need not load the list of
 * results.
 */
export type HistoryAddress = Omit<HistorySearch, 'status'> & { status?: string | undefined };

/** Reads a preset from the URL, which may contain anything. */
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
