/** Parses `save: { order: $.id }`: the sources of values, by name. */
import { isMap } from 'yaml';
import { isPattern } from '../../match/contains.ts';
import { parsePath } from '../../match/path.ts';
import { patternProblem } from '../../match/pattern.ts';
import { savedValueProblem } from '../../match/saved-value.ts';
import { channelNames } from '../model/channel-placeholders.ts';
import { shorten } from '../model/shorten.ts';
import type { Interaction, SuiteConfiguration, Test } from '../model/suite.ts';
import type { TextRange } from './problem-list.ts';
import { follow, type KeyValue, type Reader, recordOf, textOf } from './values.ts';

interface Sources {
  what: string;
  /** @returns why the source is invalid; undefined if it is valid */
  problem(reading: Reader, source: string): string | undefined;
  example: string;
}

/** Sources in a response of the system of record. */
export const ofAnswer: Sources = {
  what: 'paths into the answer',
  problem(_, source) {
    const parsed = parsePath(source);
    const isPath = parsed.problem === undefined && parsed.isRooted;
    return isPath || source === 'status' || source === 'body'
      ? undefined
      : `"${shorten(source)}" is not a path into an answer.`;
  },
  example: 'Write for example: save: { order: $.id }',
};

/** Sources in a turn of the conversation. */
const ofTurn: Sources = {
  what: 'parts of the reply',
  problem(reading, source) {
    if (isPattern(source)) return patternProblem(source, reading.patterns)?.message;
    const problem = savedValueProblem(source);
    return problem && `"${shorten(source)}" is not a part of a reply: ${problem}.`;
  },
  example:
    'Write for example: save: { order: $.order.id }, or order: /order (\\d+)/, or order: tool create_order.result.id',
};

/** @returns false if the pair is an assertion. Only a mapping of names to texts saves values. */
export function parseSaveOfTurn(reading: Reader, pair: KeyValue, into: Interaction): boolean {
  if (pair.key !== 'save' || !reading.isStrict || !isMap(follow(reading, pair.value))) return false;
  into.save = { ...into.save, ...parseSave(reading, pair, ofTurn) };
  return true;
}

export function parseSave(
  reading: Reader,
  { value, range }: KeyValue,
  { what, problem, example }: Sources,
): Record<string, string> {
  const saved = recordOf(reading, value, textOf);
  if (!saved || Object.keys(saved).length === 0) {
    reading.problems.error(range, `"save" must be names with ${what}.`, example);
    return {};
  }
  for (const [name, source] of Object.entries(saved)) {
    if (!/^[\w-]+$/.test(name) || channelNames.has(name)) {
      reading.problems.error(
        range,
        `"${shorten(name)}" cannot be the name of a saved value.`,
        channelNames.has(name)
          ? 'Parley fills it in itself. Use another name.'
          : 'Use letters, digits, _ and -.',
      );
    }
    const wrong = problem(reading, source);
    if (wrong) reading.problems.error(range, wrong, example);
  }
  return saved;
}

/** Reports names that a step saves although they are variables or saved by requests: one of the two values would be lost. */
export function refuseSavedBySteps(
  reading: Reader,
  { interactions }: Pick<Test, 'interactions'>,
  {
    beforeAll = [],
    beforeEach = [],
    afterEach = [],
    variables = {},
    data = {},
  }: SuiteConfiguration,
  range: TextRange,
): void {
  const saving = [...beforeAll, ...beforeEach, ...afterEach].map(({ save = {} }) => save);
  const taken = new Set([variables, ...Object.values(data), ...saving].flatMap(Object.keys));
  for (const name of interactions.flatMap(({ save = {} }) => Object.keys(save))) {
    if (!taken.has(name)) continue;
    reading.problems.error(
      range,
      `A step saves "${shorten(name)}", but it is a variable or saved already.`,
      'Use another name for one of them.',
    );
  }
}
