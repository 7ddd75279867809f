/** Search parameters of the history. Every page loads this file, because the router must know all URLs. */
import type { RunFilters } from '#/features/runs/run-filters.ts';

export const rangePresets = [7, 14, 30, 90] as const;

export type RangePreset = (typeof rangePresets)[number];

export const defaultPreset: RangePreset = 14;

/** The search parameters: `days` for a preset, or `from` and `to` for a custom range. None of them means the default preset. */
export interface HistorySearch extends Omit<RunFilters, 'from' | 'to' | 'timeZone'> {
  days?: RangePreset | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The search parameters of a URL. Only the screen validates the result, so that other pages need not load the list of
 * results.
 */
export type HistoryAddress = Omit<HistorySearch, 'status'> & { status?: string | undefined };

/** Reads a preset from a URL; undefined if it is not a preset. */
export function readPreset(value: unknown): RangePreset | undefined {
  return rangePresets.find((preset) => preset === value);
}

export function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const time = Date.parse(value);
  // `Date` moves a nonexistent day such as February 30 to another day, or gives NaN.
  return !Number.isNaN(time) && dayOf(time) === value ? value : undefined;
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
