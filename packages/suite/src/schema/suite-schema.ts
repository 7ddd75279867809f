/**
 * JSON Schema of the test language (syntax version 2), for editors. It describes a single document of a suite, because editors
 * validate each document separately.
 */
import { headKeys } from '../format/model/inputs.ts';
import { nameLengthMax } from '../format/model/unique-names.ts';
import {
  configurationObject,
  repeatSchema,
  requestLine,
  requestSettings,
  save,
} from './configuration-schema.ts';
import {
  about,
  flag,
  type JsonSchema,
  number,
  tags,
  text,
  texts,
  time,
  when,
} from './json-schema.ts';

const draft = 'http://json-schema.org/draft-07/schema#';
const replyTimeMsMax = 86_400_000;

/** What is expected of a property: text, alternatives, or a mapping of its parts. */
const expected: JsonSchema = {
  type: ['string', 'number', 'boolean', 'array', 'object'],
  minItems: 1,
  items: { type: ['string', 'number', 'boolean', 'null', 'object'] },
};

const itemKeys: Record<string, JsonSchema> = {
  prompt: about('The reply of the bot; an operator may follow, as in `prompt !=`.', expected),
  reply: about('The reply of the bot, another name for `prompt`.', expected),
  buttons: about('Titles of buttons that the bot offers.', expected),
  latency: about('Time until the reply, as in `latency < 2s`.', expected),
  label: about('A name that `goto` can use.', text),
  goto: about('Continues with the interaction of this label or message.', text),
  exit: about('Ends the test here.', { enum: [true, 'true', null] }),
  save: about('Keeps values of the reply or the answer, by name.', when({ type: 'object' }, save)),
  'sounds like': about('Compares what a phone line said with a recording.', expected),
  'set replyTimeout': about('Longest wait in this step.', time(1000, replyTimeMsMax)),
  'set lenient': about('Ignores punctuation in this step.', flag),
  'set judge': about('The judge that =? asks in this step, by name.', { type: 'string' }),
  'set fuzzyThreshold': about('Lowest similarity that ~~ accepts in this step.', number(0, 1)),
};

const item: JsonSchema = {
  type: ['string', 'number', 'boolean', 'object', 'null'],
  properties: itemKeys,
  patternProperties: {
    '^set ': {},
    '^request\\.': {},
    '^tool ': about('A check of the tools that an agent called.', {}),
    '^only tools$': about('The only tools that an agent may call.', {}),
    '^tool order$': about('The order in which tools must be called.', {}),
    '^metric \\S': about('A number that the step measures.', text),
    ' (not exists|exists)$': {},
    ' [!=<>~]+\\??$': {},
  },
  additionalProperties: expected,
};

/** What follows the colon of a message. */
const expectations: JsonSchema = {
  ...item,
  type: ['string', 'number', 'boolean', 'null', 'array', 'object'],
  items: item,
};

const checkItem: JsonSchema = {
  type: ['string', 'number', 'boolean', 'object', 'null'],
  properties: {
    ...requestSettings,
    status: about('Expected status, such as 200.', {}),
    label: text,
  },
  ...when({ type: 'object' }, { not: { anyOf: [{ required: ['goto'] }, { required: ['exit'] }] } }),
};

const head: Record<string, JsonSchema> = {
  test: about('Begins a test, with its name.', { ...text, maxLength: nameLengthMax }),
  'test.only': about('Begins a test; only such tests run.', { ...text, maxLength: nameLengthMax }),
  'test.skip': about('Begins a test that does not run.', { ...text, maxLength: nameLengthMax }),
  tags: about('Tags of the test. `must` is for gates.', tags),
  description: about('What the test is for.', text),
  dataRow: about('Row of the test data.', text),
  settings: about('The key of a test keeps its history when its name changes.', {
    type: 'object',
    properties: {
      key: about('The key of the test.', { ...text, maxLength: nameLengthMax }),
      dataTableRowId: text,
    },
  }),
};

const isRepeat: JsonSchema = {
  type: 'object',
  anyOf: ['passRate', 'tolerate', 'maxTries', 'tries'].map((key) => ({ required: [key] })),
};

const dollar = (word: string): string =>
  `\\$${[...word].map((letter) => `[${letter}${letter.toLowerCase()}]`).join('')}`;

const step: JsonSchema = {
  type: ['string', 'number', 'boolean', 'object'],
  minProperties: 1,
  properties: {
    ...head,
    repeat: about('Tries of the test.', when(isRepeat, repeatSchema, expectations)),
    block: about('Begins a block of shared steps, with its name.', expectations),
    parameters: about('Parameters of the block.', expectations),
    $OPEN: about('Waits for the greeting.', expectations),
    $DIAL: about('Dials a phone line.', expectations),
    $SILENCE: about('Stays silent.', expectations),
  },
  patternProperties: {
    [`^\\s*${dollar('USE')}(\\s|$)`]: about('Uses a block; its parameters by name.', {
      ...texts,
      type: ['object', 'null'],
    }),
    [`^\\s*${dollar('CHECK')}(\\s|$)`]: about('Checks the system of record.', {
      ...checkItem,
      type: ['string', 'number', 'boolean', 'array', 'object'],
      items: checkItem,
      minItems: 1,
    }),
  },
  propertyNames: when(
    { pattern: `^\\s*${dollar('CHECK')}(\\s|$)` },
    { pattern: `^\\s*${dollar('CHECK')}${requestLine}$` },
  ),
  additionalProperties: expectations,
  ...when({ propertyNames: { enum: [...headKeys, 'repeat'] } }, {}, { maxProperties: 1 }),
};

/** @returns the schema of a document in a suite: its configuration, a test or a block */
export const suiteSchema = (): JsonSchema => ({
  $schema: draft,
  title: 'Parley test suite',
  description: 'One document of a suite: its configuration, a test, or a block of shared steps.',
  type: ['object', 'array', 'null'],
  required: ['configuration'],
  properties: {
    configuration: about('Settings of the suite.', {
      ...configurationObject,
      type: ['object', 'array', 'null'],
      items: configurationObject,
    }),
  },
  items: step,
});
