/** Determines the days that the history covers. Days begin at midnight in the viewer's time zone. */
import { type FiguresFilter, runGroupNames, runStatuses } from '@parley/contract';
import type { RunFilters } from '#/features/runs/run-filters.ts';
import { dayInZone, viewerTimeZone } from '#/lib/time-zone.ts';
import { dayOf, defaultPreset, type HistoryAddress, type HistorySearch } from './history-search.ts';

export interface DayRange {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

/** First day that the server accepts. */
const firstDay = dayOf(0);

/** The selected range with its days in order, and not earlier than the server accepts. */
export function rangeOf(search: HistorySearch, now: number, zone: string): DayRange {
  const { from, to } = chosenRange(search, now, zone);
  const [first, last] = from <= to ? [from, to] : [to, from];
  return { from: atLeast(first), to: atLeast(last) };
}

const atLeast = (day: string) => (day < firstDay ? firstDay : day);

/** The range as selected. Its days can be out of order, because users type them one after the other. */
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

/** Reads the filters of a URL. An unknown result is ignored. */
export function readAddress({ status, ...rest }: HistoryAddress): HistorySearch {
  return { ...rest, status: results.find((result) => result === status) };
}

/**
 * Returns the request parameters. A suite filter replaces the project filter, so that the runs from before the suite was
 * moved to the project are included, as they are in the figures.
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

/** Filters that select the runs behind a figure. */
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

/** Filters for figures. The result is left out, because the pass rate would always be 0% or 100%; so is the search text. */
export function figuresFilterOf(filters: RunFilters & DayRange): FiguresFilter {
  const { status: _status, failureClass: _failureClass, search: _search, ...rest } = filters;
  return rest;
}
