/** Puts the steps of a run beside the steps that are edited now. Pure. */
import {
  describeExpectation,
  fillTest,
  type Interaction,
  printInput,
  type StepResult,
  type SuiteConfiguration,
  type Test,
  type Values,
} from '@parley/suite';

export interface ResultOfStep {
  step: StepResult;
  /** The step says something else now than when it ran. */
  isOutdated: boolean;
}

/**
 * A step that is as it was finds its result wherever it was moved. A changed one takes the result at
 * its place, as long as no step came or went and nobody else has taken that result. A result tells what
 * was said and expected with all values filled in, so they are compared like that.
 */
export function resultsOfSteps(
  test: Test,
  configuration: SuiteConfiguration,
  results: StepResult[],
  ofDevice?: Values,
): (ResultOfStep | undefined)[] {
  const { interactions } = fillTest(test, configuration, ofDevice);
  const free = new Map<StepResult, string>(
    results.map((step) => [step, fingerprint(step.input, step.expected)]),
  );
  const take = (step: StepResult | undefined, isOutdated: boolean) => {
    if (!step || !free.delete(step)) return undefined;
    return { step, isOutdated };
  };

  const found = interactions.map((interaction, index) => {
    const wanted = fingerprint(interaction.input, describeExpectation(interaction));
    const inPlace = results[index];
    if (inPlace && free.get(inPlace) === wanted) return take(inPlace, false);
    return take([...free].find(([, print]) => print === wanted)?.[0], false);
  });
  if (interactions.length !== results.length) return found;
  return found.map((result, index) => result ?? take(results[index], true));
}

function fingerprint(input: Interaction['input'], expected: string): string {
  return `${printInput(input)}\n${expected}`;
}
