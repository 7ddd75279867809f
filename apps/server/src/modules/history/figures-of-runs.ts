/** Counts figures of days in a time zone from the runs themselves, because the stored daily figures are for UTC. */
import type { FiguresFilter } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { dayMs, startOfDay } from '../../platform/time/start-of-day.ts';
import {
  compareCounted,
  countBetween,
  countCausesBetween,
  listAnswersBetween,
} from '../runs/runs.ts';
import { type CountedFigures, figuresOfDays } from './figures.queries.ts';
import { type DayRange, daysOf } from './history-days.ts';

/** Maximum number of runs to count one by one. For more runs, the stored figures by UTC day are read. */
const countedRunsMax = 50_000;

/** Reason why days are in UTC although another time zone was requested. */
export type UtcReason = 'deleted' | 'many';

/**
 * Counts the runs of a range of days in the time zone of the filter.
 *
 * @returns the figures, or the reason why only UTC figures are exact: some of the runs were deleted, or there are too many
 */
export async function countInZone(
  scope: Scope,
  filter: FiguresFilter,
  range: DayRange,
): Promise<CountedFigures | UtcReason> {
  const days = daysOf(range);
  const moments = [...days, undefined].map((day) =>
    day === undefined ? startOfDay(range.to, filter.timeZone, 1) : startOfDay(day, filter.timeZone),
  );
  if (moments.every((moment) => moment.getTime() % dayMs === 0))
    return figuresOfDays(scope, filter, range);
  const first = moments[0] as Date;
  const last = new Date((moments.at(-1) as Date).getTime() - 1);
  const { counted, kept } = await compareCounted(scope, filter, {
    from: dayOf(first),
    to: dayOf(last),
    max: countedRunsMax,
  });
  if (counted > countedRunsMax) return 'many';
  if (counted !== kept) return 'deleted';
  const [runs, answers] = await Promise.all([
    countBetween(scope, filter, moments),
    listAnswersBetween(scope, filter, moments),
  ]);
  const dayAt = (place: number | null) => (place === null ? null : (days[place] ?? null));
  return {
    runs: runs.map(({ place, ...row }) => ({ ...row, day: dayAt(place) })),
    answers: answers.map(({ place, ...row }) => ({ ...row, day: days[place] ?? '' })),
    readCauses: () => countCausesBetween(scope, filter, moments),
  };
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
