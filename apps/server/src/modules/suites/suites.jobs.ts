import * as z from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { type AnyJob, defineJob, type Work, work } from '../../platform/queue/queue.ts';
import { nameTests } from './name-tests.ts';

const nameTestsJob = defineJob('suites.name-tests', z.object({}));

export const suitesJobs: readonly AnyJob[] = [nameTestsJob];

export function suitesWork(platform: Platform): Work[] {
  const { queue } = platform;
  return [
    work(
      nameTestsJob,
      (_, signal) => nameTests(platform, AbortSignal.any([signal, queue.stopping])),
      { schedule: '* * * * *' },
    ),
  ];
}
