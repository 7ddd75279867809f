/** The result of a run for reports and the API; see wire.ts for the names. */
import type { Outcome, Standing } from './outcome.ts';
import type { RunResult, StepResult, TestResult } from './run-result.ts';
import {
  readCounts,
  readOutcome,
  readStanding,
  spellCounts,
  spellOutcome,
  type WireOutcome,
  type WireStanding,
} from './wire.ts';

export type WireResult = RunResult<WireOutcome, WireStanding>;

export function spellResult({ counts, tests, ...rest }: RunResult): WireResult {
  const spelling: Naming<Outcome, Standing, WireOutcome, WireStanding> = {
    outcome: spellOutcome,
    standing: spellOutcome,
  };
  return { ...rest, counts: spellCounts(counts), tests: tests.map(namingTest(spelling)) };
}

/** @param result from this release or an earlier one */
export function readResult({ counts, tests, ...rest }: WireResult): RunResult {
  const reading: Naming<WireOutcome, WireStanding, Outcome, Standing> = {
    outcome: readOutcome,
    standing: readStanding,
  };
  return { ...rest, counts: readCounts(counts), tests: tests.map(namingTest(reading)) };
}

interface Naming<O, S, ToO, ToS> {
  outcome(name: O): ToO;
  standing(name: S): ToS;
}

function namingTest<O extends string, S extends string, ToO extends string, ToS extends string>(
  naming: Naming<O, S, ToO, ToS>,
): (test: TestResult<O, S>) => TestResult<ToO, ToS> {
  const { outcome, standing } = naming;
  const named = (test: TestResult<O, S>): TestResult<ToO, ToS> => {
    const { measured, decided, overrides, earlierAttempts, tries, ...rest } = test;
    return {
      ...rest,
      outcome: standing(test.outcome),
      steps: test.steps.map(namingStep(naming)),
      ...(measured && { measured: outcome(measured) }),
      ...(decided && { decided: outcome(decided) }),
      ...(overrides && {
        overrides: overrides.map((given) => ({
          ...given,
          from: outcome(given.from),
          to: outcome(given.to),
        })),
      }),
      ...(tries && { tries: tries.map(named) }),
      ...(earlierAttempts && { earlierAttempts: earlierAttempts.map(named) }),
    };
  };
  return named;
}

function namingStep<O extends string, S extends string, ToO extends string, ToS extends string>({
  outcome,
  standing,
}: Naming<O, S, ToO, ToS>): (step: StepResult<O, S>) => StepResult<ToO, ToS> {
  const named = (step: StepResult<O, S>): StepResult<ToO, ToS> => {
    const { measured, earlierPlays, ...rest } = step;
    return {
      ...rest,
      outcome: standing(step.outcome),
      ...(measured && { measured: outcome(measured) }),
      ...(earlierPlays && { earlierPlays: earlierPlays.map(named) }),
    };
  };
  return named;
}
