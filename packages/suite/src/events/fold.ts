/** Folds events into a result. The exported functions are pure: they return a new result and leave their argument unchanged. */

import { isBad } from './conclude.ts';
import { afterRevision, isOutcome } from './outcome.ts';
import { overrideTest, statusWithOverrides } from './override.ts';
import type {
  RunEvent,
  RunFinished,
  RunStarted,
  StepRevised,
  TestJudged,
  VerdictOverridden,
} from './run-event.ts';
import type { RunCounts, RunResult, StepResult, TestResult } from './run-result.ts';
import { vacuousChecks } from './vacuous-checks.ts';
import { readEvent, type WireEvent } from './wire.ts';

export function emptyRunResult(): RunResult {
  return { status: 'queued', counts: countsOf([]), tests: [] };
}

interface FoldOptions {
  /** False to keep only the last play of each step. Otherwise, tests with loops could exhaust memory. Default true. */
  keepsPlays?: boolean;
}

/**
 * Folds many events, from the engine or from storage. Copies the list of tests only once, which matters for large runs.
 * @returns the same object if no event changed anything
 */
export function foldEvents(
  events: Iterable<RunEvent | WireEvent>,
  result: RunResult = emptyRunResult(),
  { keepsPlays = true }: FoldOptions = {},
): RunResult {
  const folded = withOwnTests(result);
  let isChanged = false;
  for (const event of events) if (foldInto(folded, readEvent(event), keepsPlays)) isChanged = true;
  return isChanged ? folded : result;
}

/** Folds one event. Ignores events of replaced attempts and events that refer to an unknown test or step. */
export function foldEvent(result: RunResult, event: RunEvent | WireEvent): RunResult {
  return foldEvents([event], result);
}

const withOwnTests = (result: RunResult): RunResult => ({ ...result, tests: [...result.tests] });

/** Changes the result and its list of tests in place, but not the tests themselves. @returns false if nothing changed */
function foldInto(result: RunResult, event: RunEvent, keepsPlays: boolean): boolean {
  switch (event.type) {
    case 'run.started':
      result.status = 'running';
      result.startedAt = event.at;
      result.tests = event.tests.map(plannedResult);
      result.counts = countsOf(result.tests);
      return true;
    case 'test.started':
      return changeTest(result, event, (test) => ({
        name: test.name,
        ...(test.key !== undefined && { key: test.key }),
        outcome: 'running',
        attempt: event.attempt,
        ...(test.isQuarantined && { isQuarantined: true }),
        ...(test.warnings && { warnings: test.warnings }),
        ...(test.isMust && { isMust: test.isMust }),
        startedAt: event.at,
        steps: test.steps.map(pendingStep),
        ...(test.attempt > 0 && { earlierAttempts: attemptsUntil(test) }),
      }));
    case 'request.finished': {
      const { type: _, test: __, attempt: ___, try: ____, ...finished } = event;
      return changeTest(result, event, (test) => ({
        ...test,
        requests: [...(test.requests ?? []), finished],
      }));
    }
    case 'step.started':
      return changeStep(result, event, (step) => ({
        ...pendingStep(step),
        outcome: 'running',
        sent: event.sent,
        startedAt: event.at,
        ...(keepsPlays && step.startedAt !== undefined && { earlierPlays: playsUntil(step) }),
        ...(!keepsPlays && step.measurements && { earlierMeasurements: measuredUntil(step) }),
      }));
    case 'step.finished':
      return changeStep(result, event, (step) => ({
        ...step,
        outcome: event.outcome,
        finishedAt: event.at,
        verdicts: event.verdicts,
        ...(event.reply && { reply: event.reply }),
        ...(event.silence && { silence: event.silence }),
        ...(event.checked && { checked: event.checked }),
        ...(event.saved && { saved: event.saved }),
        ...(event.measurements && { measurements: event.measurements }),
        ...(event.failure && { failure: event.failure }),
        ...(event.evidence && { evidence: event.evidence }),
        ...(event.lostEvidence && { lostEvidence: event.lostEvidence }),
      }));
    case 'step.revised':
      return changeTest(result, event, (test) => revisedTest(test, event));
    case 'test.finished':
      return changeTest(result, event, (test) => ({
        ...test,
        outcome: event.outcome,
        finishedAt: event.at,
        steps: test.steps.map(settled),
        ...(event.failure && { failure: event.failure }),
        ...(event.evidence && { evidence: event.evidence }),
        ...(event.lostEvidence && { lostEvidence: event.lostEvidence }),
        ...(event.checks !== undefined && { checks: event.checks }),
      }));
    case 'test.judged':
      return changeWhole(result, event.test, (test) => judgedTest(test, event));
    case 'run.finished':
      result.status = event.status;
      result.finishedAt = event.at;
      result.tests = result.tests.map(settledTest);
      result.counts = countsOf(result.tests);
      if (event.failure) result.failure = event.failure;
      if (event.slowed) result.slowed = event.slowed;
      return true;
    case 'verdict.overridden':
      return override(result, event);
  }
}

function override(result: RunResult, event: VerdictOverridden): boolean {
  const test = overrideTest(result, event);
  if (test === undefined) return false;
  result.tests[event.test] = test;
  result.measured ??= result.status as RunFinished['status'];
  result.counts = countsOf(result.tests);
  result.status = statusWithOverrides(result);
  return true;
}

function attemptsUntil({ earlierAttempts = [], ...last }: TestResult): TestResult[] {
  return [...earlierAttempts, last];
}

function playsUntil({ earlierPlays = [], ...last }: StepResult): StepResult[] {
  return [...earlierPlays, last];
}

/**
 * Revises a step and the outcome of its test. If a later play replaced the revised one, it may not be stored; its outcome
 * still counts for the test.
 */
function revisedTest(test: TestResult, event: StepRevised): TestResult {
  const { outcome, verdicts, failure, earlierPlay } = event;
  const revise = (step: StepResult): StepResult => ({
    ...step,
    outcome,
    verdicts,
    ...(failure && { failure }),
  });
  const step = test.steps[event.step];
  if (step === undefined) return test;
  const steps = test.steps.with(
    event.step,
    earlierPlay === undefined ? revise(step) : withRevisedPlay(step, earlierPlay, revise),
  );
  const turned = isOutcome(test.outcome) ? afterRevision(test.outcome, outcome) : test.outcome;
  if (turned === test.outcome) return { ...test, steps };
  return { ...test, steps, outcome: turned, ...(failure && { failure }) };
}

function withRevisedPlay(
  step: StepResult,
  at: number,
  revise: (play: StepResult) => StepResult,
): StepResult {
  const { earlierPlays } = step;
  const play = earlierPlays?.[at];
  return earlierPlays && play
    ? { ...step, earlierPlays: earlierPlays.with(at, revise(play)) }
    : step;
}

/**
 * Copies the steps of the shown try into the test, so that code that shows a single conversation shows one that explains the
 * verdict.
 */
function judgedTest(test: TestResult, event: TestJudged): TestResult {
  const { failure: _, requests: __, evidence: ___, lostEvidence: ____, ...rest } = test;
  const { steps, requests, evidence, lostEvidence } = test.tries?.[event.shown - 1] ?? test;
  return {
    ...rest,
    outcome: event.outcome,
    finishedAt: event.at,
    steps,
    shownTry: event.shown,
    judgedAfter: event.after,
    checks: (test.tries ?? []).reduce((sum, { checks = 0 }) => sum + checks, 0),
    ...(requests && { requests }),
    ...(event.failure && { failure: event.failure }),
    ...(evidence && { evidence }),
    ...(lostEvidence && { lostEvidence }),
  };
}

/** Updates one try of a test. The test is running until its tries have been judged together. */
function withTry(test: TestResult, at: number, change: (tried: TestResult) => TestResult) {
  const tries = [...(test.tries ?? [])];
  while (tries.length < at) tries.push(pendingTry(test));
  const tried = change(tries[at - 1] as TestResult);
  tries[at - 1] = tried;
  const isOpen = test.shownTry === undefined;
  const startedAt = test.startedAt ?? tried.startedAt;
  return {
    ...test,
    ...(isOpen && { outcome: 'running' as const }),
    attempt: 1,
    ...(startedAt !== undefined && { startedAt }),
    tries,
  };
}

const pendingTry = ({ name, steps }: TestResult): TestResult => ({
  name,
  outcome: 'pending',
  attempt: 0,
  steps: steps.map(pendingStep),
});

function plannedResult(planned: RunStarted['tests'][number]): TestResult {
  const { name, key, mode, isQuarantined, isLeftOutByOnly, warnings, repeat, isMust, steps } =
    planned;
  return {
    name,
    ...(key !== undefined && { key }),
    outcome: mode === 'skipped' ? 'skipped' : 'pending',
    attempt: 0,
    ...(isQuarantined && { isQuarantined }),
    ...(isLeftOutByOnly && { isLeftOutByOnly }),
    ...(warnings && { warnings }),
    ...(repeat && { repeat }),
    ...(isMust && { isMust }),
    steps: steps.map(pendingStep),
  };
}

function pendingStep({
  input,
  expected,
  origin,
  metrics,
}: RunStarted['tests'][number]['steps'][number]): StepResult {
  return {
    input,
    expected,
    ...(origin && { origin }),
    ...(metrics && { metrics }),
    outcome: 'pending',
    verdicts: [],
  };
}

const measuredUntil = ({ earlierMeasurements = [], measurements = [] }: StepResult) => [
  ...earlierMeasurements,
  ...measurements,
];

/** Resets a running step to pending: its test or run has ended, so the step never gets an outcome. */
function settled(step: StepResult): StepResult {
  return step.outcome === 'running' ? { ...step, outcome: 'pending' } : step;
}

function settledTest(test: TestResult): TestResult {
  if (test.outcome !== 'running') return test;
  return {
    ...test,
    outcome: 'pending',
    steps: test.steps.map(settled),
    ...(test.tries && { tries: test.tries.map(settledTest) }),
  };
}

interface Place {
  test: number;
  attempt: number;
  try?: number;
}

function changeTest(
  result: RunResult,
  at: Place,
  change: (test: TestResult) => TestResult,
): boolean {
  const test = result.tests[at.test];
  const tried = at.try === undefined ? test : test?.tries?.[at.try - 1];
  if (!test || at.attempt < (tried?.attempt ?? 0)) return false;
  const number = at.try;
  return changeWhole(result, at.test, (whole) =>
    number === undefined ? change(whole) : withTry(whole, number, change),
  );
}

function changeWhole(
  result: RunResult,
  at: number,
  change: (test: TestResult) => TestResult,
): boolean {
  const test = result.tests[at];
  if (!test) return false;
  const changed = change(test);
  result.tests[at] = changed;
  result.counts = recount(result.counts, countedAs(test), countedAs(changed));
  return true;
}

function changeStep(
  result: RunResult,
  at: Place & { step: number },
  change: (step: StepResult) => StepResult,
): boolean {
  return changeTest(result, at, (test) => {
    const step = test.steps[at.step];
    return step ? { ...test, steps: test.steps.with(at.step, change(step)) } : test;
  });
}

function countsOf(tests: TestResult[]): RunCounts {
  const counts: RunCounts = {
    total: tests.length,
    passed: 0,
    failed: 0,
    error: 0,
    undecided: 0,
    skipped: 0,
    pending: 0,
  };
  for (const test of tests) {
    const as = countedAs(test);
    counts[as] = (counts[as] ?? 0) + 1;
  }
  return { ...counts, ...doubtsOf(tests) };
}

/** Counts what weakens a passed run. Incremental counts omit these numbers, because computing them reads every verdict. */
function doubtsOf(
  tests: TestResult[],
): Pick<RunCounts, 'vacuous' | 'unasserted' | 'leftOutByOnly'> {
  const doubts = { vacuous: 0, unasserted: 0, leftOutByOnly: 0 };
  for (const test of tests) {
    if (test.isLeftOutByOnly) doubts.leftOutByOnly += 1;
    if (test.outcome === 'passed' && test.checks === 0) doubts.unasserted += 1;
    doubts.vacuous += vacuousChecks(test).length;
  }
  return Object.fromEntries(Object.entries(doubts).filter(([, count]) => count > 0));
}

function recount(counts: RunCounts, before: Counted, after: Counted): RunCounts {
  if (before === after) return counts;
  const { [before]: less = 0, [after]: more = 0 } = counts;
  const { quarantined, ...others } = { ...counts, [before]: less - 1, [after]: more + 1 };
  return quarantined ? { ...others, quarantined } : others;
}

type Counted = Exclude<keyof RunCounts, 'total' | 'vacuous' | 'unasserted' | 'leftOutByOnly'>;

function countedAs({ outcome, isQuarantined }: TestResult): Counted {
  if (isQuarantined && isBad(outcome)) return 'quarantined';
  return outcome === 'running' ? 'pending' : outcome;
}
