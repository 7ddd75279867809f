/** From events to result. Folding is pure: it gives a new result and leaves the old one as it was. */
import type { RunEvent, RunStarted } from './run-event.ts';
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
        startedAt: event.at,
        steps: test.steps.map(({ input, expected }) => pendingStep(input, expected)),
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
  }
}

function plannedResult({ name, mode, steps }: RunStarted['tests'][number]): TestResult {
  return {
    name,
    outcome: mode === 'skipped' ? 'skipped' : 'pending',
    attempt: 0,
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
  const counts = { total: tests.length, passed: 0, failed: 0, error: 0, skipped: 0, pending: 0 };
  for (const { outcome } of tests) counts[outcome === 'running' ? 'pending' : outcome] += 1;
  return counts;
}
