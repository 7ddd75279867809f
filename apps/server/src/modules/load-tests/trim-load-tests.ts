/** Deletes ended load tests that are older than the plan keeps runs, one at a time. */
import * as z from 'zod';
import { loadTests } from '../../db/schema/load-tests.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CleanUp, cleanUpWork, rowsOf } from '../../platform/queue/clean-up.ts';
import { type AnyJob, defineJob, type Work } from '../../platform/queue/queue.ts';
import { eachRetention } from '../catalogue/catalogue.ts';
import { oldLoadTests, testsPerStep } from './load-tests.deletions.ts';

const trimLoadTestsJob = defineJob('load-tests.trim', z.object({}));

export const loadTestsJobs: readonly AnyJob[] = [trimLoadTestsJob];

export function loadTestsWork(platform: Platform): Work[] {
  const cleanUps = [loadTestCleanUp(platform)];
  return [cleanUpWork(platform, trimLoadTestsJob, cleanUps, '31 4 * * *')];
}

export function loadTestCleanUp({ config }: Pick<Platform, 'config'>): CleanUp {
  return {
    kind: 'load-tests',
    most: testsPerStep,
    async *parts(ask) {
      for await (const { organizationId, runDays } of eachRetention(ask, config))
        yield rowsOf(loadTests, oldLoadTests(organizationId, runDays));
    },
  };
}
