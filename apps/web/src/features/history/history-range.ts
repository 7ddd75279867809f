/** Which days a history is of. Days are those of UTC, as everywhere in figures. */
import type { FiguresFilter } from '@parley/contract';
import type { RunFilters } from '#/features/runs/run-filters.ts';
import { dayOf, defaultPreset, type HistorySearch } from './history-search.ts';

export interface DayRange {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

/** The first that the server takes. */
const firstDay = dayOf(0);

/** The first day before the last, and both such that the server knows them. */
export function rangeOf(search: HistorySearch, now: number): DayRange {
  const { from, to } = chosenRange(search, now);
  const [first, last] = from <= to ? [from, to] : [to, from];
  return { from: atLeast(first), to: atLeast(last) };
}

const atLeast = (day: string) => (day < firstDay ? firstDay : day);

/** As it was chosen: days of one's own are typed digit by digit and one after the other. */
export function chosenRange({ days, from, to }: HistorySearch, now: number): DayRange {
  if (from !== undefined && to !== undefined) return { from, to };
  const count = days ?? defaultPreset;
  return { from: dayOf(now - (count - 1) * dayMs), to: dayOf(now) };
}

/** The parameters of the request. */
export function filtersOf(search: HistorySearch, now: number): RunFilters & DayRange {
  const { days: _, ...filters } = search;
  return { ...filters, ...rangeOf(search, now) };
}

/** What figures are narrowed down by: not by a result, which would leave only one rate. */
export function figuresFilterOf(filters: RunFilters & DayRange): FiguresFilter {
  const { status: _status, failureClass: _failureClass, ...rest } = filters;
  return rest;
}
