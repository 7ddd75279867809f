/** Prepares a test for export to another tool. Each exporter then prints the steps. */
import type { SuiteConfiguration, Test } from '../model/suite.ts';
import { fillTest, hasPlaceholder } from '../model/template.ts';

/** Reports something that the other format cannot express. */
export type Lose = (what: string, reason: string) => void;

/**
 * @returns the test with its own values filled in, because the other formats have no data rows or repeat each test for every
 * row
 */
export function testToExport(test: Test, configuration: SuiteConfiguration, lose: Lose): Test {
  if (test.mode !== 'normal') {
    lose(`test.${test.mode}: ${test.name}`, 'There, it is a test like any other.');
  }
  const filled = fillTest(test, configuration);
  for (const text of new Set(textsOf(filled))) {
    if (hasPlaceholder(text)) lose(text, 'The suite does not have values for all of it.');
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
