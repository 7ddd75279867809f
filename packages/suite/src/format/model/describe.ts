import { describeAssertion } from '../../match/rule.ts';
import type { Branch, Interaction } from './suite.ts';

/** @returns the expectations for a reply, in words: `prompt contains "hello"; go to "end" if prompt contains "bye"` */
export function describeExpectation(interaction: Interaction): string {
  const parts = [
    ...interaction.assertions.map(describeAssertion),
    ...interaction.branches.map(describeBranch),
  ];
  return parts.join('; ') || 'any reply';
}

function describeBranch({ when, to }: Branch): string {
  const step = to.kind === 'exit' ? 'end the test' : `go to "${to.target}"`;
  return when ? `${step} if ${describeAssertion(when)}` : step;
}
