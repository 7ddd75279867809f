/**
 * Applies people's overrides of verdicts. The measured verdicts are kept, so that an override can be withdrawn and the result
 * shows what was overridden.
 */
import { conclude } from './conclude.ts';
import { isOutcome, type Outcome } from './outcome.ts';
import type { VerdictOverridden } from './run-event.ts';
import type { RunResult, StepResult, TestResult } from './run-result.ts';

/** Applies an override. @returns the changed test; undefined if there is no verdict to override */
export function overrideTest(result: RunResult, event: VerdictOverridden): TestResult | undefined {
  const test = result.tests[event.test];
  const before = test && verdictOn(test, event.step);
  if (test === undefined || before === undefined) return undefined;
  const { at, step, outcome, reason, by } = event;
  const steps = step === undefined ? test.steps : withVerdict(test.steps, step, outcome);
  const own = step === undefined ? outcome : (test.decided ?? null);
  const measured = test.measured ?? (test.outcome as Outcome);
  const after: TestResult = { ...test, steps, measured };
  if (own === null) delete after.decided;
  else after.decided = own;
  after.outcome = own ?? outcomeOfSteps(after, measured);
  const to = verdictOn(after, step) ?? before;
  const entry = {
    at,
    ...(step !== undefined && { step }),
    from: before,
    to,
    isTakenBack: outcome === null,
    reason,
    by,
  };
  after.overrides = [...(test.overrides ?? []), entry];
  return after;
}

/** @returns the status of a run including its overrides. A run that ended without judging its tests keeps its status. */
export function statusWithOverrides(result: RunResult): RunResult['status'] {
  const measured = result.measured ?? result.status;
  const isJudged = ['passed', 'failed', 'error'].includes(measured) && result.failure === undefined;
  if (!isJudged || !result.tests.some(isOverridden)) return measured;
  const counting = result.tests.filter(({ isQuarantined }) => !isQuarantined);
  return conclude(counting.map(({ outcome }) => outcome));
}

/** @returns true if a person overrode the verdict on the test or on one of its steps */
export function isOverridden({ decided, steps }: TestResult): boolean {
  return decided !== undefined || steps.some(({ measured }) => measured !== undefined);
}

/** @returns the verdict on a step, or on the test if `step` is undefined; undefined if there is no verdict to override */
export function verdictOn(test: TestResult, step: number | undefined): Outcome | undefined {
  const judged = step === undefined ? test : test.steps[step];
  if (judged === undefined) return undefined;
  return isOutcome(judged.outcome) ? judged.outcome : undefined;
}

function withVerdict(steps: StepResult[], index: number, outcome: Outcome | null): StepResult[] {
  const { measured: kept, ...step } = steps[index] as StepResult;
  const measured = kept ?? (step.outcome as Outcome);
  return steps.with(
    index,
    outcome === null ? { ...step, outcome: measured } : { ...step, outcome, measured },
  );
}

/** @returns the outcome that overridden steps give their test. A test that did not end because of a step keeps its outcome. */
function outcomeOfSteps({ steps, failure, tries }: TestResult, measured: Outcome): Outcome {
  // Overriding a step of one try does not change the verdict on all tries.
  if (tries) return measured;
  const isOverriddenInSteps = steps.some((step) => step.measured !== undefined);
  const isToldByStep =
    failure === undefined || steps.some((step) => step.failure?.message === failure.message);
  if (!isOverriddenInSteps || !isToldByStep) return measured;
  const outcomes = steps.map(({ outcome }) => outcome);
  const isUndecided = outcomes.includes('undecided') && !outcomes.includes('failed');
  const together = conclude(outcomes);
  return isUndecided && together === 'failed' ? 'undecided' : together;
}
