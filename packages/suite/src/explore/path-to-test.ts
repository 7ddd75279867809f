/** Turns explored paths into tests that expect the bot to give the same replies again. */

import { canonicalJson } from '../format/model/canonical-json.ts';
import { describeInput } from '../format/model/inputs.ts';
import { shorten } from '../format/model/shorten.ts';
import type {
  Assertion,
  Interaction,
  Suite,
  SuiteConfiguration,
  Test,
} from '../format/model/suite.ts';
import { withUniqueNames } from '../format/model/unique-names.ts';
import { inputKey, type PathStep, stepsOf } from './exploration-map.ts';
import type { ExploredConversation } from './fold-exploration.ts';

/**
 * Strictness with which a test compares replies. `contains`: the reply contains the words. `fuzzy`: the reply is similar.
 * `nothing`: any reply is accepted.
 */
export type Strictness = 'contains' | 'fuzzy' | 'nothing';

export function pathToTest(
  name: string,
  steps: readonly Omit<PathStep, 'to'>[],
  strictness: Strictness,
): Test {
  return {
    name,
    mode: 'normal',
    tags: [],
    interactions: steps.map((step) => toInteraction(step, strictness)),
  };
}

/** @returns a suite with a test for each path that is not the beginning of another path */
export function mapToSuite(
  conversations: readonly ExploredConversation[],
  configuration: SuiteConfiguration,
  strictness: Strictness,
): Suite {
  const paths = longestPaths(conversations);
  const tests = paths.map((steps) => pathToTest(nameOf(steps), steps, strictness));
  return { configuration, tests: withUniqueNames(tests) };
}

/** @returns a test name made from the last two messages of a path */
export function nameOf(steps: readonly PathStep[]): string {
  const said = steps.filter(({ input }) => input.kind === 'text').map(({ input }) => input);
  const words = said.slice(-2).map(describeInput).join(' → ');
  return shorten(words.replace(/\s+/g, ' ').trim()) || 'Greeting';
}

function longestPaths(conversations: readonly ExploredConversation[]): PathStep[][] {
  const paths = conversations.map(stepsOf).filter((steps) => steps.length > 0);
  const keys = paths.map((steps) =>
    steps.map(({ input, to }) => canonicalJson([inputKey(input), to])),
  );
  return paths.filter((_, index) => {
    const own = keys[index] ?? [];
    return !keys.some(
      (other, place) =>
        place !== index &&
        own.every((step, at) => step === other[at]) &&
        // Of two equal paths, keep the first.
        (other.length > own.length || place < index),
    );
  });
}

function toInteraction(
  { input, reply }: Omit<PathStep, 'to'>,
  strictness: Strictness,
): Interaction {
  return { input, assertions: assertionsOf(reply?.text, strictness), branches: [], settings: {} };
}

function assertionsOf(text: string | undefined, strictness: Strictness): Assertion[] {
  if (strictness === 'nothing' || text === undefined || text.trim() === '') return [];
  return [{ property: 'prompt', operator: strictness, expected: [text], negated: false }];
}
