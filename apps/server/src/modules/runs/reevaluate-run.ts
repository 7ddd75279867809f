import { reevaluate } from '@parley/engine';
import type { RunResult } from '@parley/suite';
import { ApiError } from '../../platform/api-error.ts';
import { found } from '../../platform/found.ts';
import type { Scope } from '../../platform/scope.ts';
import { findSuite } from '../suites/suites.ts';
import { recorded } from './recorded.ts';
import { findRun } from './runs.queries.ts';
import { speakAs } from './speak-as.ts';
import { readRunnable } from './start-run.ts';

/** What a run would have come to with the suite's expectations of now, or with those of a text. Stores nothing. */
export async function reevaluateRun(
  scope: Scope,
  runId: string,
  source: string | undefined,
): Promise<RunResult> {
  const run = found(await findRun(scope, runId));
  if (!run.isComplete) throw new ApiError('run_going');
  const text = source ?? found(await suiteOf(scope, run.suiteId)).source;
  const { result } = await recorded(scope.db, run, { isToBeJudged: true });
  const suite = readRunnable(text);
  return reevaluate(run.device ? speakAs(suite, run.device) : suite, result);
}

const suiteOf = async (scope: Scope, suiteId: string | null) =>
  suiteId === null ? undefined : findSuite(scope, suiteId);
