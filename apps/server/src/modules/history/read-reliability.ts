import { courseRunsMax, type Reliability, type TestReliability } from '@parley/contract';
import { type GateSettings, quarantineEvidence } from '@parley/suite';
import type { Scope } from '../../platform/database/scope.ts';
import type { WorkPool } from '../../platform/work-pool/work-pool.ts';
import { listInForce, presentQuarantine } from '../quarantines/quarantines.ts';
import { parsedSuite, readBeforehand, type SuiteRow } from '../suites/suites.ts';
import {
  type JudgedRunRow,
  listJudgedRuns,
  listTestsOf,
  type TestOutcomeRow,
} from './course.queries.ts';
import { flakinessOf } from './flakiness.ts';
import { metricsOverRuns } from './metrics-over-runs.ts';
import { passedOf } from './passed-of.ts';
import { presentCourseRuns } from './present-runs.ts';
import { resultsInHistory } from './results-in-history.ts';

/** Reads the results of each test in the last runs of a suite, least reliable first. */
export async function readReliability(
  scope: Scope,
  pool: WorkPool,
  { id, source }: SuiteRow,
): Promise<Reliability> {
  const runs = await listJudgedRuns(scope, id, courseRunsMax);
  const rows = await listTestsOf(
    scope,
    runs.map((run) => run.id),
  );
  const quarantines = new Map(
    (await listInForce(scope, id)).map((row) => [row.testName, presentQuarantine(row)]),
  );
  const tests = [...Map.groupBy(rows, ({ name }) => name)].map(([key, results]) =>
    reliabilityOf(key, results, runs, quarantines.get(key) ?? null),
  );
  return {
    runs: presentCourseRuns(runs),
    tests: tests.sort(byReliability),
    metrics: metricsOverRuns(runs, rows, await gateOf(scope, pool, { rows, source })),
  };
}

/** Reads the gate of the current suite. Skips parsing if no run measured anything, as is the case for most suites. */
async function gateOf(
  scope: Scope,
  pool: WorkPool,
  { rows, source }: { rows: readonly TestOutcomeRow[]; source: string },
): Promise<GateSettings | undefined> {
  if (rows.every(({ metrics }) => !metrics?.length)) return undefined;
  await readBeforehand(pool, scope, source);
  return parsedSuite(source).suite.configuration.gate;
}

function reliabilityOf(
  key: string,
  results: readonly TestOutcomeRow[],
  runs: readonly JudgedRunRow[],
  quarantine: TestReliability['quarantine'],
): TestReliability {
  const byRun = new Map(results.map(({ runId, outcome }) => [runId, outcome]));
  const lastRun = runs.findLast(({ id }) => byRun.has(id))?.id;
  const last = results.find(({ runId }) => runId === lastRun);
  const outcomes = runs.map(({ id }) => byRun.get(id) ?? null);
  const verdicts = outcomes.map(passedOf);
  return {
    key,
    name: last?.title ?? key,
    outcomes,
    passed: verdicts.filter((passed) => passed === true).length,
    failed: verdicts.filter((passed) => passed === false).length,
    flakiness: flakinessOf(
      runs.map(({ version }, index) => ({ version, passed: verdicts[index] ?? null })),
    ),
    quarantine,
    evidence: quarantineEvidence(resultsInHistory(results, runs, quarantine), quarantine !== null),
  };
}

function byReliability(a: TestReliability, b: TestReliability): number {
  const flaky = (b.flakiness.score ?? 0) - (a.flakiness.score ?? 0);
  return flaky || b.failed - a.failed || a.name.localeCompare(b.name, 'en');
}
