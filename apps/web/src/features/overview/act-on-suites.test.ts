import type { SuiteStanding } from '@parley/contract';
import { expect, it } from 'vitest';
import { actOnSuites } from './act-on-suites.ts';

const suites = Array.from({ length: 11 }, (_, index) => ({ suiteId: String(index) }));

it('acts on each once, four at a time, and goes on after one that fails', async () => {
  let atOnce = 0;
  let most = 0;
  const acted: string[] = [];
  const progress: number[] = [];
  const failed = await actOnSuites(
    suites as SuiteStanding[],
    async ({ suiteId }) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Promise.resolve();
      acted.push(suiteId);
      atOnce -= 1;
      if (suiteId === '3' || suiteId === '7') throw new Error(`Not ${suiteId}`);
    },
    (error) => (error as Error).message,
    (done) => progress.push(done),
  );
  expect(most).toBe(4);
  expect(acted.sort()).toEqual(suites.map(({ suiteId }) => suiteId).sort());
  expect(failed.map(({ suite, reason }) => [suite.suiteId, reason])).toEqual([
    ['3', 'Not 3'],
    ['7', 'Not 7'],
  ]);
  expect(progress).toEqual(suites.map((_, index) => index + 1));
});
