/** What the formats of other tools have in common for a whole test; its steps are said by each in its way. */
import type { SuiteConfiguration, Test } from '../model/suite.ts';
import { fillTest, hasPlaceholder } from '../model/template.ts';

/** Notes down what the other format has no words for. */
export type Lose = (what: string, reason: string) => void;

/**
 * The test with its own values in their places: the other formats have no rows of data, or hold each test
 * once for every row.
 */
export function testToExport(test: Test, configuration: SuiteConfiguration, lose: Lose): Test {
  if (test.mode !== 'normal') {
    lose(`test.${test.mode}: ${test.name}`, 'It is a test like any other there.');
  }
  const filled = fillTest(test, configuration);
  for (const text of new Set(textsOf(filled))) {
    if (hasPlaceholder(text)) lose(text, 'The suite has no value for all of it.');
  }
  return filled;
}

function textsOf({ interactions }: Test): string[] {
  return interactions
    .flatMap(({ input, assertions }) => [
      ...(input.kind === 'text' ? [input.text] : []),
      ...assertions.flatMap(({ expected }) => expected),
    ])
    .filter((text) => typeof text === 'string');
}
