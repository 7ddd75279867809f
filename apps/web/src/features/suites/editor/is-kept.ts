import { type Assertion, parseSuite, printSuite } from '@parley/suite';
import { emptyInteraction } from './edit-suite.ts';

/** @returns true if the text of a suite can express the expectation; some values would be parsed differently */
export function isKept({ property, operator, negated, expected }: Assertion): boolean {
  const step = { ...emptyInteraction, assertions: [{ property, operator, negated, expected }] };
  const test = { name: 'Test', mode: 'normal' as const, tags: [], interactions: [step] };
  const configuration = operator === 'soundsLike' ? { syntax: 2 as const } : {};
  const { suite } = parseSuite(printSuite({ configuration, tests: [test] }));
  const found = suite.tests[0]?.interactions[0]?.assertions[0];
  return found?.property === property && found.operator === operator && found.negated === negated;
}
