/** From events to result. Folding is pure: it gives a new result and leaves the old one as it was. */

import { isBad } from './conclude.ts';
import { overrideTest, statusWithOverrides } from './override.ts';
import type { RunEvent, RunFinished, RunStarted, VerdictOverridden } from './run-event.ts';
import type { RunCounts, RunResult, StepResult, TestResult } from './run-result.ts';

export function emptyRunResult(): RunResult {
  return { status: 'queued', counts: countsOf([]), tests: [] };
}

export function foldEvents(events: Iterable<RunEvent>): RunResult {
  let result = emptyRunResult();
  for (const event of events) result = foldEvent(result, event);
  return result;
}

/**
 * Adds one event. Events of an attempt that a later one has replaced change nothing, nor do events that
 * name a test or step that isn't there.
 */
export function foldEvent(result: RunResult, event: RunEvent): RunResult {
  switch (event.type) {
    case 'run.started': {
      const tests = event.tests.map(plannedResult);
      return { ...result, status: 'running', startedAt: event.at, tests, counts: countsOf(tests) };
    }
    case 'test.started':
      return withTest(result, event, (test) => ({
        name: test.name,
        outcome: 'running',
        attempt: event.attempt,
        ...(test.isQuarantined && { isQuarantined: true }),
        startedAt: event.at,
        steps: test.steps.map(({ input, expected }) => pendingStep(input, expected)),
        ...(test.attempt > 0 && { earlierAttempts: attemptsUntil(test) }),
      }));
    case 'step.started':
      return withStep(result, event, (step) => ({
        ...pendingStep(step.input, step.expected),
        outcome: 'running',
        sent: event.sent,
        startedAt: event.at,
      }));
    case 'step.finished':
      return withStep(result, event, (step) => ({
        ...step,
        outcome: event.outcome,
        finishedAt: event.at,
        verdicts: event.verdicts,
        ...(event.reply && { reply: event.reply }),
        ...(event.failure && { failure: event.failure }),
        ...(event.evidence && { evidence: event.evidence }),
      }));
    case 'test.finished':
      return withTest(result, event, (test) => ({
        ...test,
        outcome: event.outcome,
        finishedAt: event.at,
        steps: test.steps.map(settled),
        ...(event.failure && { failure: event.failure }),
        ...(event.evidence && { evidence: event.evidence }),
      }));
    case 'run.finished': {
      const tests = result.tests.map(settledTest);
      return {
        ...result,
        status: event.status,
        finishedAt: event.at,
        tests,
        counts: countsOf(tests),
        ...(event.failure && { failure: event.failure }),
      };
    }
    case 'verdict.overridden':
      return withOverride(result, event);
  }
}

function withOverride(result: RunResult, event: VerdictOverridden): RunResult {
  const test = overrideTest(result, event);
  if (test === undefined) return result;
  const tests = result.tests.with(event.test, test);
  const measured = result.measured ?? (result.status as RunFinished['status']);
  const after: RunResult = { ...result, tests, measured, counts: countsOf(tests) };
  return { ...after, status: statusWithOverrides(after) };
}

function attemptsUntil({ earlierAttempts = [], ...last }: TestResult): TestResult[] {
  return [...earlierAttempts, last];
}

function plannedResult(planned: RunStarted['tests'][number]): TestResult {
  const { name, mode, isQuarantined, steps } = planned;
  return {
    name,
    outcome: mode === 'skipped' ? 'skipped' : 'pending',
    attempt: 0,
    ...(isQuarantined && { isQuarantined }),
    steps: steps.map(({ input, expected }) => pendingStep(input, expected)),
  };
}

function pendingStep(input: StepResult['input'], expected: string): StepResult {
  return { input, expected, outcome: 'pending', verdicts: [] };
}

/** Nothing runs on after the end: what was under way never came to an outcome. */
function settled(step: StepResult): StepResult {
  return step.outcome === 'running' ? { ...step, outcome: 'pending' } : step;
}

function settledTest(test: TestResult): TestResult {
  if (test.outcome !== 'running') return test;
  return { ...test, outcome: 'pending', steps: test.steps.map(settled) };
}

interface Place {
  test: number;
  attempt: number;
}

function withTest(
  result: RunResult,
  at: Place,
  change: (test: TestResult) => TestResult,
): RunResult {
  const test = result.tests[at.test];
  if (!test || at.attempt < test.attempt) return result;
  const changed = change(test);
  const tests = result.tests.with(at.test, changed);
  const counts = changed.outcome === test.outcome ? result.counts : countsOf(tests);
  return { ...result, tests, counts };
}

function withStep(
  result: RunResult,
  at: Place & { step: number },
  change: (step: StepResult) => StepResult,
): RunResult {
  return withTest(result, at, (test) => {
    const step = test.steps[at.step];
    return step ? { ...test, steps: test.steps.with(at.step, change(step)) } : test;
  });
}

function countsOf(tests: TestResult[]): RunCounts {
  const counts = {
    total: tests.length,
    passed: 0,
    failed: 0,
    error: 0,
    unsure: 0,
    skipped: 0,
    pending: 0,
  };
  let quarantined = 0;
  for (const { outcome, isQuarantined } of tests) {
    if (isQuarantined && isBad(outcome)) quarantined += 1;
    else counts[outcome === 'running' ? 'pending' : outcome] += 1;
  }
  return quarantined > 0 ? { ...counts, quarantined } : counts;
}
