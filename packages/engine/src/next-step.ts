import {
  branchTarget,
  type MatchSettings,
  matchAssertion,
  type Reply,
  type Test,
} from '@parley/suite';

/**
 * Finds the index of the next step: the target of the first branch whose condition is met, otherwise the following step. An
 * index equal to the number of steps ends the conversation.
 */
export function nextStep(
  test: Test,
  current: number,
  reply: Reply | undefined,
  settings: MatchSettings,
): number {
  for (const { when, to } of test.interactions[current]?.branches ?? []) {
    const holds = !when || matchAssertion(when, reply, settings).passed;
    if (!holds) continue;
    if (to.kind === 'exit') return test.interactions.length;
    // An unknown target is reported as a problem of the suite's text.
    return branchTarget(test, to.target) ?? current + 1;
  }
  return current + 1;
}
