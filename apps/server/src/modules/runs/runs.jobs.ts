import * as z from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { type AnyJob, defineJob, type Work, work } from '../../platform/queue.ts';
import { deleteEndedShares } from './run-shares.queries.ts';
import { tellResults, tellResultsJob } from './tell-results.ts';
import { trimRunDays } from './trim-run-days.ts';
import { trimRuns } from './trim-runs.ts';
import { trimStepDays } from './trim-step-days.ts';

const trimRunsJob = defineJob('runs.trim', z.object({}));

export const runsJobs: readonly AnyJob[] = [trimRunsJob, tellResultsJob];

export function runsWork(platform: Platform): Work[] {
  const trim = async (_payload: object, signal: AbortSignal) => {
    await deleteEndedShares(platform.db);
    await trimRuns(platform, signal);
    await trimStepDays(platform.db, signal);
    await trimRunDays(platform, signal);
  };
  return [
    work(trimRunsJob, trim, { schedule: '41 3 * * *' }),
    work(tellResultsJob, () => tellResults(platform), { schedule: '* * * * *' }),
  ];
}
