/** Removes load tests once the plan keeps runs of their age no longer, one at a time. */
import * as z from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { type AnyJob, defineJob, type Work, work } from '../../platform/queue.ts';
import { eachRetention } from '../catalogue/catalogue.ts';
import { removeOldLoadTests } from './remove-some-load-tests.ts';

type Surroundings = Pick<Platform, 'db' | 'config'>;

const trimLoadTestsJob = defineJob('load-tests.trim', z.object({}));

export const loadTestsJobs: readonly AnyJob[] = [trimLoadTestsJob];

export function loadTestsWork(platform: Surroundings): Work[] {
  const trim = (_payload: object, signal: AbortSignal) => trimLoadTests(platform, signal);
  return [work(trimLoadTestsJob, trim, { schedule: '31 4 * * *' })];
}

export async function trimLoadTests(platform: Surroundings, signal: AbortSignal): Promise<void> {
  for await (const { organizationId, runDays } of eachRetention(platform, signal)) {
    while (!signal.aborted && (await removeOldLoadTests(platform.db, organizationId, runDays)));
  }
}
