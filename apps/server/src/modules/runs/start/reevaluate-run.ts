import type { Scope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { found } from '../../../platform/errors/found.ts';
import { WrittenJson } from '../../../platform/http/http.ts';
import { pooledWork, type WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { linkedSource } from '../../libraries/libraries.ts';
import { findSuite } from '../../suites/suites.ts';
import { recordedLines } from '../log/fold-recorded.ts';
import { inWholeRead, storedBytes, wholeLengthMax } from '../log/read-stored-run.ts';
import { storedEnvironment } from '../log/run-environments.ts';
import { findRun } from '../log/runs.queries.ts';
import type { reevaluateStoredRun } from './reevaluate-in-pool.ts';
import { refuseErrors } from './start-run.ts';

const judging = pooledWork<typeof reevaluateStoredRun>(
  './reevaluate-in-pool.ts',
  import.meta.url,
  'reevaluateStoredRun',
);

/** Returns the result of a run with the suite's current expectations, or with those of a given text. Stores nothing. */
export async function reevaluateRun(
  scope: Scope,
  pool: WorkPool,
  runId: string,
  text: string | undefined,
): Promise<WrittenJson> {
  const run = found(await findRun(scope, runId));
  const { isComplete, suiteId, device, repeat, lastSeq } = run;
  if (!isComplete) throw new ApiError('run_going');
  const suite = await suiteOf(scope, suiteId);
  const written = text ?? found(suite).source;
  const projectId = suite?.projectId ?? run.projectId ?? '';
  const source = await linkedSource(scope, { projectId, source: written });
  const bytes = await storedBytes(scope.db, run);
  if (bytes > wholeLengthMax) throw new ApiError('too_much_work');
  const judged = await inWholeRead(scope, bytes, async () => {
    const pages: string[] = [];
    for await (const page of recordedLines(scope.db, runId, lastSeq)) pages.push(page);
    const environment = await storedEnvironment(scope, run);
    const lines = pages.join('\n');
    return pool.run(judging, { source, device, environment, repeat, lines }, scope);
  });
  if ('result' in judged) return new WrittenJson(`{"result":${judged.result}}`);
  return refuseErrors(judged.problems);
}

const suiteOf = async (scope: Scope, suiteId: string | null) =>
  suiteId === null ? undefined : findSuite(scope, suiteId);
