import { type GateView, labelOfBaseline, lastGreen } from '@parley/contract';
import { type AgentFacts, agentFacts, type GateSettings, gateEntry } from '@parley/suite';
import { areOthers, type ComparedRuns, type JudgeStanding } from '@parley/suite/gate';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { found } from '../../../platform/errors/found.ts';
import { pooledWork, type WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { parsedSuite, readBeforehand } from '../../suites/suites.ts';
import { readStoredRun } from '../log/read-stored-run.ts';
import type { RunRow } from '../log/run-row.ts';
import { findGreenRun, findLabelledRun, findRun, findRunSource } from '../log/runs.queries.ts';
import { editedTests } from './edited-tests.ts';
import type { judgeRuns } from './judge-runs.ts';
import { languageOfRun } from './language-of-run.ts';
import { type GateQuery, rulesOfGate } from './rules-of-gate.ts';

const judging = pooledWork<typeof judgeRuns>('./judge-runs.ts', import.meta.url, 'judgeRuns');

/** Returns the standings of a project's judges for replies in a language. */
export type StandingsOf = (
  scope: WorkScope,
  projectId: string,
  language: string | null,
) => Promise<JudgeStanding[]>;

/** Returns the verdict of a gate on a run, compared with the baseline if there is one. */
export async function gateOfRuns(
  scope: WorkScope,
  { pool, standingsOf }: { pool: WorkPool; standingsOf: StandingsOf },
  runId: string,
  query: GateQuery,
): Promise<GateView> {
  const run = found(await findRun(scope, runId));
  const gate = await gateOfSuite(scope, pool, run);
  const rules = rulesOfGate(gate, query);
  const base = await baselineOf(scope, run, rules.baseline, query.baseline === undefined);
  if (!run.isComplete || base?.isComplete === false) throw new ApiError('run_going');
  const candidate = await readStoredRun(scope, pool, run, 'gate', {});
  const { shown, compared } = base
    ? await comparedWith(scope, { pool, standingsOf }, run, base, query)
    : await alone(scope, { pool, standingsOf }, run);
  const runs = { name: run.suiteName, candidate, ...compared };
  const result = await pool.run(judging, { runs, rules, now: Date.now() }, scope);
  return { ...result, ...shown, ...(gate && { suiteGate: gateEntry(gate) }) };
}

/** Collects what is known about the judge of a run that is not compared with another one. */
async function alone(
  scope: WorkScope,
  { pool, standingsOf }: { pool: WorkPool; standingsOf: StandingsOf },
  run: RunRow,
): Promise<{ shown: Partial<GateView>; compared: Pick<ComparedRuns, 'judge' | 'judges'> }> {
  const judges = byName(await standingsOfBoth(scope, { pool, standingsOf }, run, run));
  return { compared: judges, shown: judges };
}

/** Divides standings into that of the default judge and those of named ones, as they are shown. */
function byName(standings: readonly JudgeStanding[]): Pick<GateView, 'judge' | 'judges'> {
  const shown = standings.map((standing) => ({ ...standing, models: [...standing.models] }));
  const judge = shown.find(({ name }) => name === undefined);
  const judges = shown.flatMap(({ name, ...standing }) =>
    name === undefined ? [] : { ...standing, name },
  );
  return { ...(judge && { judge }), ...(judges.length > 0 && { judges }) };
}

/** Collects the data for the comparison with a baseline, and the part of it that is shown. */
async function comparedWith(
  scope: WorkScope,
  { pool, standingsOf }: { pool: WorkPool; standingsOf: StandingsOf },
  run: RunRow,
  base: RunRow,
  query: GateQuery,
): Promise<{ shown: Partial<GateView>; compared: Omit<ComparedRuns, 'name' | 'candidate'> }> {
  const gate = await gateOfSuite(scope, pool, base);
  const judges = byName(await standingsOfBoth(scope, { pool, standingsOf }, run, base));
  const agents = {
    baseline: await agentOfRun(scope, pool, base),
    candidate: await agentOfRun(scope, pool, run),
  };
  const { id, number, label, createdAt } = base;
  return {
    compared: {
      baseline: await readStoredRun(scope, pool, base, 'gate', {}),
      differs: [...differencesOf(base, run), ...(areOthers(agents) ? ['agent'] : [])],
      agents,
      edited: (await editedTests(scope, base, run)).edited,
      ...judges,
      rulesBefore: rulesOfGate(gate, query),
    },
    shown: {
      baseline: { id, number, label, createdAt: createdAt.toISOString() },
      ...(gate && { baselineGate: gateEntry(gate) }),
      ...judges,
    },
  };
}

/** Checks whether the suite text of a run has a gate. */
export async function hasGate(scope: WorkScope, pool: WorkPool, run: RunRow): Promise<boolean> {
  return (await gateOfSuite(scope, pool, run)) !== undefined;
}

/** Reads the gate from the suite text of a run. */
async function gateOfSuite(
  scope: WorkScope,
  pool: WorkPool,
  { id }: RunRow,
): Promise<GateSettings | undefined> {
  const source = await findRunSource(scope, id);
  await readBeforehand(pool, scope, source);
  return parsedSuite(source).suite.configuration.gate;
}

/** Reads the agent that a run tested; undefined if its suite named none. */
async function agentOfRun(
  scope: WorkScope,
  pool: WorkPool,
  { id }: RunRow,
): Promise<AgentFacts | undefined> {
  const source = await findRunSource(scope, id);
  await readBeforehand(pool, scope, source);
  const { agent } = parsedSuite(source).suite;
  return agent && agentFacts(agent);
}

/**
 * Finds the baseline run.
 *
 * @param isOfSuite true if the suite names the baseline; it can then be a file for the command line
 * @throws ApiError `no_baseline` if there is no suitable run
 */
async function baselineOf(
  scope: WorkScope,
  run: RunRow,
  baseline: string | undefined,
  isOfSuite: boolean,
): Promise<RunRow | undefined> {
  if (baseline === undefined) return undefined;
  const label = labelOfBaseline(baseline);
  if (label === undefined && baseline !== lastGreen) {
    const base = await findRun(scope, baseline);
    if (base || !isOfSuite) return found(base);
    throw new ApiError('no_baseline', {
      message: `The suite’s gate compares with “${baseline.slice(0, 200)}”, and there is no such run.`,
    });
  }
  const base =
    label === undefined ? await findGreenRun(scope, run) : await findLabelledRun(scope, run, label);
  if (base) return base;
  const wanted = label === undefined ? 'that passed' : `with the label “${label}”`;
  throw new ApiError('no_baseline', {
    message: `Before this run, no run of the whole suite ${wanted} finished in the same environment with the same device.`,
  });
}

/**
 * Returns the standings of the judges that both runs share. A judge is licensed only for its project, so runs of different
 * projects share none.
 */
async function standingsOfBoth(
  scope: WorkScope,
  { pool, standingsOf }: { pool: WorkPool; standingsOf: StandingsOf },
  run: RunRow,
  base: RunRow,
): Promise<JudgeStanding[]> {
  if (run.projectId === null || run.projectId !== base.projectId) return [];
  return standingsOf(scope, run.projectId, await languageOfRun(scope, pool, run));
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
