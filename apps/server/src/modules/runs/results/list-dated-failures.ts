import type { runs } from '@parley/contract';
import type * as z from 'zod/mini';
import type { Scope } from '../../../platform/database/scope.ts';
import { listFailures } from './keep-failures.ts';
import { presentPoint, readSeries } from './read-series.ts';

type Dated = z.output<typeof runs.listRunFailures.response>['failures'];

/** @returns the stored failures of a run, each with the first run of its series and the last run that passed */
export async function listDatedFailures(scope: Scope, runId: string): Promise<Dated> {
  const failures = await listFailures(scope.db, runId);
  const series = await readSeries(
    scope,
    failures.map(({ testKey: testName, signature }) => ({
      runId,
      testName,
      signature,
      from: null,
    })),
  );
  return failures.map(({ testKey: test, step }, place) => ({
    test,
    step,
    since: presentPoint(series[place]?.since),
    lastGreen: presentPoint(series[place]?.lastGreen),
  }));
}
