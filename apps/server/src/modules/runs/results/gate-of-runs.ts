import { type GateView, type gateQuery, labelOfBaseline, lastGreen } from '@parley/contract';
import { defaultGate, type JudgeStanding } from '@parley/suite/gate';
import type * as z from 'zod/mini';
import type { Scope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { found } from '../../../platform/errors/found.ts';
import { pooledWork, type WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { readStoredRun } from '../log/read-stored-run.ts';
import type { RunRow } from '../log/run-row.ts';
import { findGreenRun, findLabelledRun, findRun } from '../log/runs.queries.ts';
import { editedTests } from './edited-tests.ts';
import type { judgeRuns } from './judge-runs.ts';

const judging = pooledWork<typeof judgeRuns>('./judge-runs.ts', import.meta.url, 'judgeRuns');

/** Tells what is known of the judge of a project; undefined where none is known. */
export type StandingOf = (scope: Scope, projectId: string) => Promise<JudgeStanding | undefined>;

/** The verdict of a gate on a run, compared with another one. */
export async function gateOfRuns(
  scope: Scope,
  { pool, standingOf }: { pool: WorkPool; standingOf: StandingOf },
  runId: string,
  { baseline, noWorseBy, question }: z.infer<typeof gateQuery>,
): Promise<GateView> {
  const run = found(await findRun(scope, runId));
  const base = await baselineOf(scope, run, baseline);
  if (!run.isComplete || !base.isComplete) throw new ApiError('run_going');
  const runs = {
    name: run.suiteName,
    candidate: await readStoredRun(scope, pool, run, 'gate', {}),
    baseline: await readStoredRun(scope, pool, base, 'gate', {}),
    differs: differencesOf(base, run),
    edited: (await editedTests(scope, base, run)).edited,
    judge: await standingOfBoth(scope, standingOf, run, base),
  };
  const rates = [{ of: { kind: 'passed tries' as const }, noWorseBy }];
  const rules = { ...defaultGate, question, rates };
  const result = await pool.run(judging, { runs, rules, now: Date.now() }, scope);
  const { id, number, label, createdAt } = base;
  const { judge } = runs;
  return {
    ...result,
    baseline: { id, number, label, createdAt: createdAt.toISOString() },
    ...(judge && { judge: { ...judge, models: [...judge.models] } }),
  };
}

async function baselineOf(scope: Scope, run: RunRow, baseline: string): Promise<RunRow> {
  const label = labelOfBaseline(baseline);
  if (label === undefined && baseline !== lastGreen) return found(await findRun(scope, baseline));
  const base =
    label === undefined ? await findGreenRun(scope, run) : await findLabelledRun(scope, run, label);
  if (base) return base;
  const wanted = label === undefined ? 'that passed' : `with the label “${label}”`;
  throw new ApiError('no_baseline', {
    message: `Before this run, no run of its whole suite ${wanted} came to its end in the same environment with the same device.`,
  });
}

/** A judge is licensed for its project alone, so runs of two projects have none in common. */
async function standingOfBoth(
  scope: Scope,
  standingOf: StandingOf,
  run: RunRow,
  base: RunRow,
): Promise<JudgeStanding | undefined> {
  if (run.projectId === null || run.projectId !== base.projectId) return undefined;
  return standingOf(scope, run.projectId);
}

const isSameEnvironment = (one: RunRow, other: RunRow): boolean =>
  (['environment', 'environmentId', 'environmentVersion'] as const).every(
    (part) => one[part] === other[part],
  );

function differencesOf(base: RunRow, run: RunRow): string[] {
  return [
    ...(base.suiteId === run.suiteId ? [] : ['test suite']),
    ...(isSameEnvironment(base, run) ? [] : ['environment or its values']),
    ...(base.device?.name === run.device?.name ? [] : ['virtual device']),
  ];
}
