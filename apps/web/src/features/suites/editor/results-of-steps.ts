/** Assigns the results of a run to the steps in the editor. Pure. */
import {
  type Block,
  describeExpectation,
  expandBlocks,
  fillTest,
  type Interaction,
  isBad,
  printInput,
  type StepResult,
  type SuiteConfiguration,
  type Test,
  type Values,
} from '@parley/suite';

export interface ResultOfStep {
  step: StepResult;
  /** True if the step was changed after the run. */
  isOutdated: boolean;
}

/**
 * Assigns results to steps. An unchanged step keeps its result, even if it was moved. A changed step gets the result at its
 * position if no step was added or removed and no other step has that result. Steps are compared with all values filled in,
 * because results contain them in that form.
 */
export function resultsOfSteps(
  test: Test,
  configuration: SuiteConfiguration,
  results: StepResult[],
  ofDevice?: Values,
  blocks: Block[] = [],
): (ResultOfStep | undefined)[] {
  const origins = results.map(({ origin }) => origin);
  if (origins.some(Boolean)) {
    const length = 1 + Math.max(...origins.map((origin) => origin?.step ?? 0));
    const own = Array.from({ length }, (_, at) =>
      results.find(({ origin }) => origin?.step === at && !origin.blocks),
    );
    const now = expandBlocks({ configuration, tests: [test], blocks }).tests[0] ?? test;
    const { interactions } = fillTest(now, configuration, ofDevice);
    return resultsInTest(test, configuration, own, ofDevice).map(
      (result, at) => result ?? resultOfUse(test.interactions[at], at, results, interactions),
    );
  }
  return resultsInTest(test, configuration, results, ofDevice);
}

/** Result for a use of a block: the first failed step of the block, or else the last step that ran. */
function resultOfUse(
  written: Interaction | undefined,
  at: number,
  results: StepResult[],
  now: Interaction[],
): ResultOfStep | undefined {
  if (written?.input.kind !== 'use') return undefined;
  const { block } = written.input;
  const isOfUse = ({ origin }: Pick<StepResult, 'origin'>) =>
    origin?.step === at && origin.blocks?.[0]?.name === block;
  const ran = results.filter(isOfUse);
  const step =
    ran.find(({ outcome }) => isBad(outcome)) ??
    ran.findLast(({ startedAt }) => startedAt !== undefined);
  if (!step) return undefined;
  const before = ran.map(({ input, expected }) => fingerprint(input, expected));
  const after = now.filter(isOfUse).map((one) => fingerprint(one.input, describeExpectation(one)));
  return { step, isOutdated: JSON.stringify(before) !== JSON.stringify(after) };
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
