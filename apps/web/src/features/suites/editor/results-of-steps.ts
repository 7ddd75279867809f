/** Assigns the steps of a run to the steps being edited. Pure. */
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
 * An unchanged step finds its result wherever it was moved. A changed one takes the result at its
 * position, if no step was added or removed and no other step has taken it. Results contain
 * messages and expectations with all values filled in, so they are compared in that form.
 */
export function resultsOfSteps(
  test: Test,
  configuration: SuiteConfiguration,
  results: StepResult[],
  ofDevice?: Values,
): (ResultOfStep | undefined)[] {
  // What blocks do is shown on the page of the run: a use has no message of its own.
  const origins = results.map(({ origin }) => origin);
  if (origins.some(Boolean)) {
    const length = 1 + Math.max(...origins.map((origin) => origin?.step ?? 0));
    const own = Array.from({ length }, (_, at) =>
      results.find(({ origin }) => origin?.step === at && !origin.blocks),
    );
    return resultsInTest(test, configuration, own, ofDevice);
  }
  return resultsInTest(test, configuration, results, ofDevice);
}

function resultsInTest(
  test: Test,
  configuration: SuiteConfiguration,
  results: (StepResult | undefined)[],
  ofDevice?: Values,
): (ResultOfStep | undefined)[] {
  const { interactions } = fillTest(test, configuration, ofDevice);
  const free = new Map<StepResult, string>(
    results
      .filter((step) => step !== undefined)
      .map((step) => [step, fingerprint(step.input, step.expected)]),
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
