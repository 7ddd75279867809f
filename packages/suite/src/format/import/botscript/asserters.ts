/** Converts BotScript's asserters to assertions. To add one, add a row to `asserters`. */
import type { Assertion, Operator } from '../../model/suite.ts';

/** @returns undefined if arguments are missing or invalid */
type Asserter = (args: string[]) => Assertion[] | undefined;

type Value = Assertion['expected'][number];

function assertion(property: string, operator: Operator, expected: Value[] = []): Assertion {
  return { property, operator, expected, negated: false };
}

/** Expects each argument to be present. Without arguments, expects at least one element. */
function each(property: string): Asserter {
  return (args) =>
    args.length > 0
      ? args.map((arg) => assertion(property, 'contains', [arg]))
      : [assertion(property, 'exists')];
}

/** Parses a count: `2`, `=2`, `>2`, `<=3`. */
function count(property: string): Asserter {
  return ([limit = '']) => {
    const found = /^(>=|<=|>|<|==?)?\s*(\d+)$/.exec(limit);
    if (!found) return undefined;
    return [
      assertion(`${property}.length`, countOperators[found[1] ?? '='] ?? 'equals', [
        Number(found[2]),
      ]),
    ];
  };
}

const countOperators: Record<string, Operator> = {
  '>': 'greater',
  '>=': 'greaterOrEqual',
  '<': 'less',
  '<=': 'lessOrEqual',
};

type Convert = (args: string[]) => Assertion;

const texts =
  (convert: Convert): Asserter =>
  (args) =>
    args.length > 0 ? [convert(args)] : undefined;

const eachText =
  (convert: Convert): Asserter =>
  (args) =>
    args.length > 0 ? args.map((arg) => convert([arg])) : undefined;

const contains: Convert = (args) => assertion('prompt', 'contains', args);
const equals: Convert = (args) => assertion('prompt', 'equals', args);
const regex: Convert = (args) =>
  assertion(
    'prompt',
    'regex',
    args.map((arg) => `/${arg}/`),
  );
const regexIgnoringCase: Convert = (args) =>
  assertion(
    'prompt',
    'regex',
    args.map((arg) => `/${arg}/i`),
  );
const whole =
  (patternOf: (text: string) => string, flags: string): Convert =>
  (args) =>
    assertion(
      'prompt',
      'regex',
      args.map((arg) => `/^\\s*${patternOf(arg)}\\s*$/${flags}`),
    );

/**
 * Escapes a text for a pattern. Variables are quoted, because their values are filled in later and must not act as patterns.
 */
function literalPattern(text: string): string {
  return text.replace(/\{\{\s*[\w.-]+\s*\}\}|[\\^$.*+?()[\]{}|/]/g, (found) =>
    found.startsWith('{{') ? `\\Q${found}\\E` : `\\${found}`,
  );
}

function wildcardPattern(text: string): string {
  return text.split('*').map(literalPattern).join('[\\s\\S]*');
}

const equalsIgnoringCase = whole(literalPattern, 'i');
const fits = whole(wildcardPattern, '');
const fitsIgnoringCase = whole(wildcardPattern, 'i');

/** Parses the word error rate in `how are you|5`, in percent. @returns the equivalent minimum similarity, from 0 to 1 */
export function thresholdOf(args: string[]): number | undefined {
  const percent = /^(\d+(?:\.\d+)?)\s*%?$/.exec(args.slice(1).at(-1) ?? '')?.[1];
  return percent === undefined ? undefined : Math.max(0, 100 - Number(percent)) / 100;
}

const asserters: Record<string, Asserter> = {
  TEXT: texts(equals),
  TEXT_IC: texts(equalsIgnoringCase),
  TEXT_EQUALS: texts(equals),
  TEXT_EQUALS_IC: texts(equalsIgnoringCase),
  TEXT_CONTAINS_ANY: texts(contains),
  TEXT_CONTAINS_ANY_IC: texts(contains),
  TEXT_CONTAINS_ALL: eachText(contains),
  TEXT_CONTAINS_ALL_IC: eachText(contains),
  TEXT_WILDCARD_ANY: texts(contains),
  TEXT_WILDCARD_ANY_IC: texts(contains),
  TEXT_WILDCARD_ALL: eachText(contains),
  TEXT_WILDCARD_ALL_IC: eachText(contains),
  TEXT_WILDCARDEXACT_ANY: texts(fits),
  TEXT_WILDCARDEXACT_ANY_IC: texts(fitsIgnoringCase),
  TEXT_WILDCARDEXACT_ALL: eachText(fits),
  TEXT_WILDCARDEXACT_ALL_IC: eachText(fitsIgnoringCase),
  TEXT_REGEXP_ANY: texts(regex),
  TEXT_REGEXP_ANY_IC: texts(regexIgnoringCase),
  TEXT_REGEXP_ALL: eachText(regex),
  TEXT_REGEXP_ALL_IC: eachText(regexIgnoringCase),
  TEXT_WER(args) {
    if (args.length > 1 && thresholdOf(args) === undefined) return undefined;
    const words = args.length > 1 ? args.slice(0, -1) : args;
    return words.length > 0 ? [assertion('prompt', 'fuzzy', words)] : undefined;
  },
  BUTTONS: each('buttons'),
  BUTTONS_COUNT: count('buttons'),
  MEDIA: each('attachments'),
  MEDIA_COUNT: count('attachments'),
  CARDS: each('cards'),
  CARDS_COUNT: count('cards'),
  JSON_PATH([path, ...values]) {
    if (!path) return undefined;
    const property = path.startsWith('$') ? path : `$.${path}`;
    return [
      values.length > 0 ? assertion(property, 'contains', values) : assertion(property, 'exists'),
    ];
  },
};

/** @returns undefined if Parley has no equivalent of the asserter */
export function asserterOf(word: string): Asserter | undefined {
  return Object.hasOwn(asserters, word) ? asserters[word] : undefined;
}

/** Asserters and hooks of BotScript that Parley has no equivalent of. */
export const wordsWithoutMeaning =
  /^(BUTTONS|MEDIA|CARDS)_COUNT_REC$|^(PAUSE_ASSERTER|JSON_PATH_COUNT|RESPONSE_LENGTH|FORMS?|ENTITIES|ENTITY_VALUES|ENTITY_CONTENT|INTENT|INTENT_UNIQUE|INTENT_CONFIDENCE|BOT_CONSUMED|BOT_UNCONSUMED_COUNT|UPDATE_CUSTOM|CONVO_STEP_PARAMETERS|ORDERED_LIST_TO_BUTTON|(ASSIGN|CLEAR)_SCRIPTING_MEMORY|CONDITIONAL_STEP_\w+)$/;

const commands = /^(BUTTON|MEDIA|PAUSE|INCLUDE|SKIP_BOT_UNCONSUMED|SET_SCRIPTING_MEMORY)$/;

/** @returns true if BotScript reads a line of a message as a command. No sign can prevent that. */
export function isCommand(line: string): boolean {
  const [word = ''] = line.trim().split(/\s/, 1);
  return commands.test(word) || wordsWithoutMeaning.test(word);
}
