/** Turns explored paths into tests, which expect the bot to give the same replies again. */

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
 * Strictness of expectations. `contains`: the reply contains the words. `fuzzy`: similar words.
 * `nothing`: any reply.
 */
export type Strictness = 'contains' | 'fuzzy' | 'nothing';

/** Turns a path into a test. */
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

/** A test for each path that is not the beginning of another. */
export function mapToSuite(
  conversations: readonly ExploredConversation[],
  configuration: SuiteConfiguration,
  strictness: Strictness,
): Suite {
  const paths = longestPaths(conversations);
  const tests = paths.map((steps) => pathToTest(nameOf(steps), steps, strictness));
  return { configuration, tests: withUniqueNames(tests) };
}

/** The name of a test from its path: the last message. */
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
        // Of two that are the same the first one stays.
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
