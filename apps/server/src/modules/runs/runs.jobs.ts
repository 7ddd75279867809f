import * as z from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { cleanUpWork } from '../../platform/queue/clean-up.ts';
import { type AnyJob, defineJob, type Work, work } from '../../platform/queue/queue.ts';
import { foldRunDays } from './fold-run-days.ts';
import { shareCleanUps } from './run-shares.queries.ts';
import { tellResults, tellResultsJob } from './tell-results.ts';
import { runDayCleanUp } from './trim-run-days.ts';
import { runCleanUps } from './trim-runs.ts';
import { stepDayCleanUp } from './trim-step-days.ts';

const trimRunsJob = defineJob('runs.trim', z.object({}));

const foldRunDaysJob = defineJob('runs.fold-days', z.object({}));

export const runsJobs: readonly AnyJob[] = [trimRunsJob, foldRunDaysJob, tellResultsJob];

export function runsWork(platform: Platform): Work[] {
  const { db, queue } = platform;
  const cleanUps = [
    ...shareCleanUps,
    ...runCleanUps(platform),
    stepDayCleanUp,
    runDayCleanUp(platform),
  ];
  return [
    cleanUpWork(platform, trimRunsJob, cleanUps, '41 3 * * *'),
    work(
      foldRunDaysJob,
      (_, signal) => foldRunDays(db, AbortSignal.any([signal, queue.stopping])),
      { schedule: '* * * * *' },
    ),
    work(tellResultsJob, () => tellResults(platform), { schedule: '* * * * *' }),
  ];
}
