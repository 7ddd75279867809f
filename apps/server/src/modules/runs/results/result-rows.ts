/** Builds the history rows of a run, its tests and its steps from the run's folded events. Pure. */
import { failureClassNames } from '@parley/contract';
import {
  describeSaid,
  type FailureClass,
  isBad,
  isOutcome,
  keyOf,
  type MetricFigures,
  metricFigures,
  type Outcome,
  type RunResult,
  type StepResult,
  spellOutcome,
  type TestResult,
  vacuousChecks,
} from '@parley/suite';
import type {
  runResults,
  StepOutcome,
  stepDays,
  testResults,
} from '../../../db/schema/run-results.ts';
import { storableText } from '../../../platform/database/storable.ts';
import { cutText } from '../log/cut-text.ts';
import type { EndState, RunRow } from '../log/run-row.ts';
import { countLatencies } from './latency-buckets.ts';

type RunResultRow = typeof runResults.$inferSelect;
type RunOfSuite = Pick<RunRow, 'id' | 'organizationId' | 'createdAt'> & { suiteId: string };

/** Maximum length of a name in an index, in any script. No runnable suite has longer names. */
const nameLengthMax = 600;

/** Normalizes a name as the database does, so that two names that are stored alike have the same key. */
export function keptName(name: string): string {
  return cutText(storableText(name), nameLengthMax);
}

/** Computes the figures that a run adds to its day. */
export function runResultOf(run: RunRow, result: RunResult): RunResultRow {
  const { counts, tests } = result;
  return {
    runId: run.id,
    day: dayOf(run.createdAt),
    outcome: run.status as EndState,
    failureClasses: classesOfRun(run, result),
    testsPassed: counts.passed,
    testsFailed: counts.failed + counts.error + counts.undecided,
    // Matches lists and exports: includes the time before the first event and after the last one.
    durationMs: elapsed(run.startedAt?.getTime(), run.finishedAt?.getTime()) ?? 0,
    latencies: countLatencies(
      tests.flatMap(conversationsOf).flatMap(({ steps }) => steps.flatMap(latencyOf)),
    ),
  };
}

/** Lists the failure classes that kept the run from passing, each once. */
function classesOfRun({ status }: RunRow, { failure, tests }: RunResult): FailureClass[] {
  if (status === 'passed' || status === 'cancelled') return [];
  const found = new Set(tests.filter(hasFailed).flatMap(classesOfTest));
  if (failure) found.add(failure.class);
  if (status === 'interrupted') found.add('internal');
  return failureClassNames.filter((known) => found.has(known));
}

function hasFailed({ outcome, isQuarantined }: TestResult): boolean {
  return !isQuarantined && isBad(outcome);
}

function classesOfTest({ failure, steps }: TestResult): FailureClass[] {
  return [failure, ...steps.map((step) => step.failure)].flatMap((one) => one?.class ?? []);
}

/** Builds one row per finished test. `fingerprints` maps test keys to their fingerprints, if known. */
export function testRowsOf(
  run: RunOfSuite,
  { tests }: RunResult,
  fingerprints: ReadonlyMap<string, string> = new Map(),
): (typeof testResults.$inferSelect)[] {
  return tests.flatMap((test, index) => {
    const outcome = endOf(test);
    if (outcome === undefined) return [];
    const isPassed = outcome === 'passed' || outcome === 'skipped';
    return {
      runId: run.id,
      test: index,
      organizationId: run.organizationId,
      suiteId: run.suiteId,
      name: keptName(keyOf(test)),
      title: test.key === undefined ? null : keptName(test.name),
      at: run.createdAt,
      outcome: spellOutcome(outcome),
      failureClass: isPassed ? null : (classesOfTest(test)[0] ?? null),
      durationMs: durationOf(test) ?? null,
      attempt: test.attempt,
      isQuarantined: test.isQuarantined ?? false,
      isDoubtful: isDoubtful(test),
      fingerprint: fingerprints.get(keyOf(test)) ?? null,
      steps: stepsOf(test),
      metrics: metricsOf(test),
    };
  });
}

/** Leaves out the reason why a number is missing, because it can quote the bot; the events keep it. */
function metricsOf(test: TestResult): MetricFigures[] | null {
  const metrics = metricFigures([test]).map(({ why: _, ...figures }) => figures);
  return metrics.length > 0 ? metrics : null;
}

/** Checks whether a pass proves little: nothing was checked, or a check could not have failed. */
const isDoubtful = (test: TestResult): boolean =>
  test.outcome === 'passed' && (test.checks === 0 || vacuousChecks(test).length > 0);

function stepsOf({ steps }: TestResult): StepOutcome[] {
  return steps.flatMap((result, step) => {
    const outcome = endOf(result);
    if (outcome === undefined || result.startedAt === undefined) return [];
    const { failure, reply } = result;
    return {
      step,
      outcome: spellOutcome(outcome),
      failureClass: outcome === 'passed' ? null : (failure?.class ?? null),
      latencyMs: latencyOf(result)[0] ?? null,
      said: result.sent ? cutText(describeSaid(result)) : '',
      reply: reply?.text ?? null,
    };
  });
}

/**
 * Builds the rows with the latencies of each step; tests with the same key count as one. Sorted by key, so that two runs that
 * end at the same moment cannot deadlock.
 */
export function stepDaysOf(
  run: RunOfSuite & Pick<RunRow, 'platform' | 'trigger'>,
  { tests }: RunResult,
): (typeof stepDays.$inferInsert)[] {
  const { organizationId, suiteId, platform, trigger, createdAt } = run;
  const key = { organizationId, suiteId, platform, trigger, day: dayOf(createdAt) };
  const byName = Map.groupBy(tests, (test) => keptName(keyOf(test)));
  return [...byName].sort(byFirst).flatMap(([testName, alike]) => {
    const held = alike.flatMap(conversationsOf);
    const length = Math.max(...held.map(({ steps }) => steps.length));
    return Array.from({ length }, (_, step) => {
      const answers = held.flatMap(({ steps }) => (steps[step] ? latencyOf(steps[step]) : []));
      return { ...key, testName, step, latencies: countLatencies(answers) };
    }).filter(({ latencies }) => latencies.length > 0);
  });
}

function byFirst([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function endOf({ outcome }: TestResult | StepResult): Outcome | 'skipped' | undefined {
  return outcome === 'skipped' || isOutcome(outcome) ? outcome : undefined;
}

/** Returns the conversations of a test: its tries if it is repeated, otherwise the test itself. */
const conversationsOf = (test: TestResult): TestResult[] => test.tries ?? [test];

/** Returns the duration of the conversation shown for a test; the total of all tries would not be comparable. */
function durationOf(test: TestResult): number | undefined {
  const shown = test.tries?.[(test.shownTry ?? 0) - 1] ?? test;
  return elapsed(shown.startedAt, shown.finishedAt);
}

/** Returns the latency in milliseconds; an empty list if the bot did not reply. */
function latencyOf({ reply }: StepResult): number[] {
  return reply ? [Math.round(reply.latencyMs)] : [];
}

function elapsed(from: number | undefined, to: number | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : Math.max(0, to - from);
}
