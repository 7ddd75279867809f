import * as z from 'zod';
import type { EventConsumer } from '../../platform/outbox/domain-events.ts';
import type { Platform } from '../../platform/platform.ts';
import { cleanUpWork } from '../../platform/queue/clean-up.ts';
import { type AnyJob, defineJob, type Work, work } from '../../platform/queue/queue.ts';
import { foldRunDays } from './results/fold-run-days.ts';
import { addMissingFailures } from './results/keep-failures.ts';
import { tellEnds, tellResults, tellResultsJob } from './results/tell-results.ts';
import { runDayCleanUp } from './retention/trim-run-days.ts';
import { runCleanUps } from './retention/trim-runs.ts';
import { stepDayCleanUp } from './retention/trim-step-days.ts';
import { shareCleanUps } from './shares/run-shares.queries.ts';

const trimRunsJob = defineJob('runs.trim', z.object({}));

const foldRunDaysJob = defineJob('runs.fold-days', z.object({}));

const addMissingFailuresJob = defineJob('runs.add-missing-failures', z.object({}));

export const runsJobs: readonly AnyJob[] = [
  trimRunsJob,
  foldRunDaysJob,
  addMissingFailuresJob,
  tellResultsJob,
];

/** Returns this module's consumers of its own events. */
export function runsConsumers(platform: Platform): EventConsumer[] {
  return [tellEnds(platform)];
}

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
    work(
      addMissingFailuresJob,
      (_, signal) => addMissingFailures(platform, AbortSignal.any([signal, queue.stopping])),
      { schedule: '* * * * *' },
    ),
    work(tellResultsJob, () => tellResults(platform), { schedule: '* * * * *' }),
  ];
}
