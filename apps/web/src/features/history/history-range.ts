/** Which days a history is of. They begin at midnight in the time zone of the viewer. */
import { type FiguresFilter, runGroupNames, runStatuses } from '@parley/contract';
import type { RunFilters } from '#/features/runs/run-filters.ts';
import { dayInZone, viewerTimeZone } from '#/lib/time-zone.ts';
import { dayOf, defaultPreset, type HistoryAddress, type HistorySearch } from './history-search.ts';

export interface DayRange {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

/** The first that the server takes. */
const firstDay = dayOf(0);

/** The first day before the last, and both such that the server knows them. */
export function rangeOf(search: HistorySearch, now: number, zone: string): DayRange {
  const { from, to } = chosenRange(search, now, zone);
  const [first, last] = from <= to ? [from, to] : [to, from];
  return { from: atLeast(first), to: atLeast(last) };
}

const atLeast = (day: string) => (day < firstDay ? firstDay : day);

/** As it was chosen: days of one's own are typed digit by digit and one after the other. */
export function chosenRange(
  { days, from, to }: HistorySearch,
  now: number,
  zone: string,
): DayRange {
  if (from !== undefined && to !== undefined) return { from, to };
  const count = days ?? defaultPreset;
  const today = dayInZone(now, zone);
  return { from: dayOf(Date.parse(today) - (count - 1) * dayMs), to: today };
}

const results = [...runStatuses, ...runGroupNames] as const;

/** The filters of an address, without a result that there is not. */
export function readAddress({ status, ...rest }: HistoryAddress): HistorySearch {
  return { ...rest, status: results.find((result) => result === status) };
}

/**
 * The parameters of the request. Of a suite all runs are shown, as figures count them, also those from before it was
 * moved to its project.
 */
export function filtersOf(
  search: HistorySearch,
  now: number,
  zone = viewerTimeZone(),
): RunFilters & DayRange {
  const { days: _, ...filters } = search;
  if (filters.suiteId !== undefined) delete filters.projectId;
  return {
    ...filters,
    search: filters.search?.trim() || undefined,
    ...rangeOf(search, now, zone),
    ...(zone !== 'UTC' && { timeZone: zone }),
  };
}

/** The address of the runs that a number of the figures counts. */
export function countedRuns(
  search: HistorySearch,
  counted: Pick<HistorySearch, 'status' | 'platform' | 'trigger' | 'failureClass'> & {
    day?: string | undefined;
  },
): HistorySearch {
  const { day, ...filters } = counted;
  const ofDay = day === undefined ? {} : { days: undefined, from: day, to: day };
  return { ...search, failureClass: undefined, search: undefined, ...filters, ...ofDay };
}

/** What figures are narrowed down by: not by a result, which would leave only one rate, nor by a text. */
export function figuresFilterOf(filters: RunFilters & DayRange): FiguresFilter {
  const { status: _status, failureClass: _failureClass, search: _search, ...rest } = filters;
  return rest;
}
