import { type Agent, agentNamedBy, mayNameAgent } from '@parley/suite';
import type { Scope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { found } from '../../../platform/errors/found.ts';
import { WrittenJson } from '../../../platform/http/http.ts';
import { pooledWork, type WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { linkedSource } from '../../libraries/libraries.ts';
import { findSuite, parsedSuite, readBeforehand } from '../../suites/suites.ts';
import { recordedLines } from '../log/fold-recorded.ts';
import { inWholeRead, storedBytes, wholeLengthMax } from '../log/read-stored-run.ts';
import { storedEnvironment } from '../log/run-environments.ts';
import { findRun, findRunSource } from '../log/runs.queries.ts';
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
  const agent = await agentOfRun(scope, pool, runId);
  const named = agentNamedBy(written);
  // Spans of one agent prove nothing about what another one did not do.
  if (agent && named !== undefined && named !== agent.name)
    throw new ApiError('suite_not_runnable', {
      message: `The run tested the agent “${agent.name}”, and the suite now names “${named}”.`,
      hint: 'Run the suite instead.',
    });
  const source = await linkedSource(scope, { projectId, source: written, agent });
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

/** The agent as the run tested it, which may have changed since; undefined if its suite named none. */
async function agentOfRun(scope: Scope, pool: WorkPool, runId: string): Promise<Agent | undefined> {
  const source = await findRunSource(scope, runId);
  if (!mayNameAgent(source)) return undefined;
  await readBeforehand(pool, scope, source);
  return parsedSuite(source).suite.agent;
}

const suiteOf = async (scope: Scope, suiteId: string | null) =>
  suiteId === null ? undefined : findSuite(scope, suiteId);
