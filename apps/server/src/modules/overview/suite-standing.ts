/** Computes the standing of a suite in one environment with one virtual device from its latest runs. Pure. */
import { type Fault, faults, type SuiteState } from '@parley/contract';
import type { FailureClass } from '@parley/suite';
import { faultOf, type RunFacts, type TestFacts } from './overview.queries.ts';

interface FailingTest {
  run: RunFacts;
  /** Null if the run itself failed. */
  test: TestFacts | null;
}

export interface Standing {
  state: SuiteState;
  /** Names of the failing tests, or reasons why a suite without failures has not passed. */
  reasons: string[];
  failing: FailingTest[];
  /** Newest result of each test, by its key. */
  tests: Map<string, { run: RunFacts; test: TestFacts }>;
}

/**
 * Selects the runs that determine the current standing: the newest complete one, and later runs of selected tests. Selects all
 * runs if none is complete.
 */
export function currentRuns(runs: RunFacts[]): RunFacts[] {
  const whole = runs.findIndex(isWholeResult);
  return whole < 0 ? runs : runs.slice(0, whole + 1);
}

/** @returns true if every test could run; an interrupted run leaves some out */
const isWholeResult = ({ isWhole, status }: RunFacts) => isWhole && status !== 'interrupted';

/**
 * Computes the standing of a suite.
 *
 * @param runs runs in one environment with one virtual device, newest first
 */
export function standingOf(
  runs: RunFacts[],
  testsOf: ReadonlyMap<string, TestFacts[]>,
  classOfRun: (runId: string) => FailureClass | undefined,
): Standing {
  const current = currentRuns(runs);
  const tests: Standing['tests'] = new Map();
  for (const run of current) {
    for (const test of testsOf.get(run.id) ?? []) {
      if (test.outcome !== 'skipped' && !tests.has(test.name)) tests.set(test.name, { run, test });
    }
  }
  const results = [...tests.values()];
  const failing: FailingTest[] = results.filter(({ test }) => hasFailed(test));
  for (const [index, run] of current.entries()) {
    // An older run of selected tests that failed as a whole does not count: newer runs replaced it.
    const counts = index === 0 || isWholeResult(run);
    if (counts && failsByItself(run, testsOf.get(run.id) ?? [])) failing.push({ run, test: null });
  }
  if (failing.length > 0) {
    const found = new Set(failing.map((one) => faultOfFailing(one, classOfRun)));
    const state = faults.find((fault) => found.has(fault)) ?? 'failed';
    const named = failing.flatMap(({ test }) => (test ? [test.title ?? test.name] : []));
    return { state, reasons: named, failing, tests };
  }
  if (!current.some(isWholeResult))
    return { state: 'unknown', reasons: ['No whole run in 14 days'], failing, tests };
  const reasons = doubtsOf(current, results);
  return { state: reasons.length > 0 ? 'doubtful' : 'passed', reasons, failing, tests };
}

const hasFailed = ({ outcome, isQuarantined }: TestFacts) =>
  outcome !== 'passed' && outcome !== 'skipped' && !isQuarantined;

/** @returns true if the run did not pass although none of its tests failed */
const failsByItself = ({ status }: RunFacts, tests: TestFacts[]) =>
  status !== 'passed' && !tests.some(hasFailed);

function faultOfFailing(
  { run, test }: FailingTest,
  classOfRun: (runId: string) => FailureClass | undefined,
): Fault {
  if (test?.outcome === 'unsure') return 'undecided';
  const failureClass = test ? test.failureClass : classOfRun(run.id);
  if (failureClass) return faultOf[failureClass];
  return run.status === 'interrupted' ? 'internal' : 'failed';
}

function doubtsOf(
  current: RunFacts[],
  results: Standing['tests'] extends Map<string, infer R> ? R[] : never,
): string[] {
  const whole = current.find(isWholeResult);
  const quarantined = results.filter(({ test }) => test.outcome !== 'passed').length;
  const unproven = results.filter(({ test }) => test.isDoubtful).length;
  const leftOut = whole?.counts.leftOutByOnly ?? 0;
  return [
    current.some(({ isOverridden }) => isOverridden) && 'Verdict overridden',
    quarantined > 0 && `${quarantined} in quarantine`,
    unproven > 0 && `${unproven} without proof`,
    leftOut > 0 && `${leftOut} left out by only`,
    results.length === 0 && 'Nothing was tested',
  ].filter((reason) => reason !== false);
}
