/** Generates suites of every shape for property-based tests: anything that an editor or an import can produce. */
import fc from 'fast-check';
import type {
  Assertion,
  Block,
  Branch,
  Input,
  Interaction,
  Json,
  Operator,
  Suite,
  SuiteConfiguration,
  Test,
} from '../format/model/suite.ts';
import { operatorSpellings } from '../format/parse/operators.ts';

/** Texts that YAML or the test language could misinterpret. */
const treacherous = fc.constantFrom(
  '',
  ' ',
  'a: b',
  'a #b',
  '- a',
  '*',
  '&a',
  '"quoted"',
  "it's",
  '{{name}}',
  `\${data.pin}`,
  '$DIAL',
  '\\$DIAL',
  '$12#',
  '$PAUSE 2',
  '$PAUSE',
  'tags',
  'test.only',
  'block',
  'parameters',
  '$USE log in',
  'a == b',
  'a =? b',
  'a !=? b',
  'is 5 > 3',
  'yes goto end',
  'goto end',
  'exit',
  'null',
  'undefined',
  'true',
  '007',
  '1.50',
  '1e3',
  '/a.*b/i',
  '/a: b/',
  '/x \\d # y/',
  '[a, b]',
  'a\nb',
  'a\r\nb\n',
  '\t',
  'prompt exists',
  '---',
  '%a',
  '\u2028\ufeff\u0085\u0000',
  '\ud800',
  'Grüße, 世界 👋',
  'x'.repeat(1100),
);

/** Texts that contain an operator, with or without quotes, at the end or in the middle. */
const withOperator = fc
  .tuple(
    fc.constantFrom('what', 'prompt', 'is it', '$5', 'x.y', '"a"', ''),
    fc.constantFrom(
      ...operatorSpellings.flatMap(({ symbols }) => symbols),
      'exists',
      'not exists',
      'goto',
      'no reply within 5s',
    ),
    fc.constantFrom('', ' ', 'that', '"that', '"that"', '[a, b]', 'that: it', 'that # it', '=? it'),
  )
  .map(([left, operator, right]) => [left, operator, right].join(' '));

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 4, arbitrary: treacherous },
  { weight: 3, arbitrary: withOperator },
);

/** Names and targets, which the language trims and which must not be empty. */
const name = text.map((value) => value.trim()).filter((value) => value !== '');

const number = fc.oneof(
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map((value) => value + 0),
);

const key = fc
  .oneof(fc.stringMatching(/^[a-z][a-zA-Z0-9.]{0,12}$/), name)
  .filter((value) => value !== '__proto__');

const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const property = fc.constantFrom(
  'prompt',
  'transcript',
  'latency',
  'buttons[0].title',
  'cardTitle',
  "payload['a == b']",
  "$['a: b']",
  '$..title',
  'messages[*]',
  'label',
  'goto',
  'exit',
  'set x',
  'request.a',
  'request.items[*].id',
  'request.größe',
);

const value = fc.oneof(text, number, fc.boolean(), fc.constant(null));

const patternText = fc.constantFrom(
  '/a.*b/i',
  'order \\d+',
  '/a: b # c/',
  "/it's/",
  '/x > y/',
  '[a-z]{2}',
);

function assertionWith(operator: Operator, expected: fc.Arbitrary<Assertion['expected']>) {
  return fc.record({ property, operator: fc.constant(operator), expected, negated: fc.boolean() });
}

const assertion: fc.Arbitrary<Assertion> = fc.oneof(
  assertionWith('contains', fc.array(value, { minLength: 1, maxLength: 3 })),
  assertionWith('equals', fc.array(value, { minLength: 1, maxLength: 3 })),
  assertionWith('fuzzy', fc.array(value, { minLength: 1, maxLength: 3 })),
  assertionWith('regex', fc.array(patternText, { minLength: 1, maxLength: 3 })),
  assertionWith('exists', fc.constant([])),
  assertionWith('means', fc.array(text, { minLength: 1, maxLength: 2 })),
  ...(['greater', 'greaterOrEqual', 'less', 'lessOrEqual'] as const).map((operator) =>
    assertionWith(operator, fc.array(number, { minLength: 1, maxLength: 2 })),
  ),
);

const input: fc.Arbitrary<Input> = fc.oneof(
  { weight: 6, arbitrary: text.map((value): Input => ({ kind: 'text', text: value })) },
  fc.constantFrom<Input>({ kind: 'open' }, { kind: 'dial' }, { kind: 'silence' }),
  fc.stringMatching(/^[0-9*#A-D,]{1,10}$/).map((digits): Input => ({ kind: 'dtmf', digits })),
  fc
    .integer({ min: 0, max: 3_600_000 })
    .map((ms): Input => ({ kind: 'pause', seconds: ms / 1000 })),
);

const branch: fc.Arbitrary<Branch> = fc
  .record({
    when: fc.option(assertion, { nil: undefined }),
    to: fc.oneof(
      fc.constant({ kind: 'exit' as const }),
      name
        .filter((target) => target !== '$EXIT')
        .map((target) => ({ kind: 'goto' as const, target })),
    ),
  })
  .map(({ when, to }) => (when ? { when, to } : { to }));

export const interaction: fc.Arbitrary<Interaction> = fc
  .record({
    input,
    assertions: fc.array(assertion, { maxLength: 3 }),
    branches: fc.array(branch, { maxLength: 2 }),
    label: fc.option(name, { nil: undefined }),
    settings: fc.oneof(
      fc.dictionary(key, json, { maxKeys: 2, noNullPrototype: true }),
      fc.record({ replyTimeout: fc.oneof(number, text) }, { noNullPrototype: true }),
    ),
  })
  .map(withoutUndefined);

const tag = fc.oneof(fc.constantFrom('smoke', 'billing'), name);

const test: fc.Arbitrary<Test> = fc
  .record({
    name,
    mode: fc.constantFrom<Test['mode']>('normal', 'only', 'skip'),
    tags: fc.array(tag, { maxLength: 3 }),
    description: fc.option(text, { nil: undefined }),
    dataRow: fc.option(name, { nil: undefined }),
    key: fc.option(
      name.filter(({ length }) => length <= 500),
      { nil: undefined },
    ),
    interactions: fc.array(interaction, { maxLength: 5 }),
  })
  .map(withoutUndefined);

const texts = fc.dictionary(key, text, { maxKeys: 3, noNullPrototype: true });

const named = text.filter((value) => value !== '');

const opener = fc.oneof(
  named,
  fc.record(
    { frame: fc.array(named, { minLength: 1, maxLength: 3 }), press: named },
    { noNullPrototype: true },
  ),
);

const channel: fc.Arbitrary<SuiteConfiguration['channel']> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('http' as const),
      url: fc.webUrl(),
      method: fc.constantFrom('POST' as const, 'GET' as const),
      headers: texts,
      request: text,
      replies: fc.constantFrom({ list: 'messages[*]' }, { text: 'a.b', buttons: 'c' }, {}),
      poll: fc.webUrl(),
      pollMs: fc.integer({ min: 100, max: 60_000 }),
      after: text,
      repeats: fc.boolean(),
    },
    { requiredKeys: ['kind', 'url'], noNullPrototype: true },
  ),
  fc.record(
    {
      kind: fc.constant('websocket' as const),
      url: fc.constant('wss://bot.example/socket'),
      quietMs: fc.integer({ min: 0, max: 60_000 }),
      greets: fc.boolean(),
    },
    { requiredKeys: ['kind', 'url'], noNullPrototype: true },
  ),
  fc.record(
    {
      kind: fc.constant('browser' as const),
      url: fc.webUrl(),
      open: fc.array(opener, { minLength: 1, maxLength: 3 }),
      frame: fc.array(named, { minLength: 1, maxLength: 2 }),
      input: named,
      prechat: texts,
    },
    { requiredKeys: ['kind', 'url'], noNullPrototype: true },
  ),
);

export const configuration: fc.Arbitrary<SuiteConfiguration> = fc.record(
  {
    syntax: fc.constantFrom(1 as const, 2 as const),
    description: text,
    platform: fc.constantFrom('webchat' as const, 'phone' as const),
    locale: text,
    voiceId: text,
    tags: fc.array(tag, { maxLength: 3 }),
    channel,
    variables: texts,
    data: fc.dictionary(key, texts, { maxKeys: 2, noNullPrototype: true }),
    dataRow: name,
    findReplace: texts,
    homophones: fc.dictionary(key, fc.array(name, { maxLength: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    replyTimeoutMs: fc.integer({ min: 1, max: 600_000 }),
    concurrency: fc.integer({ min: 1, max: 50 }),
    retries: fc.integer({ min: 0, max: 5 }),
    stopOnFailure: fc.boolean(),
    lenient: fc.boolean(),
    fuzzyThreshold: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
    extra: fc.dictionary(
      key.map((value) => `x-${value}`),
      json,
      { minKeys: 1, maxKeys: 3, noNullPrototype: true },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<SuiteConfiguration>;

export const suite: fc.Arbitrary<Suite> = fc.record({
  configuration,
  tests: fc.uniqueArray(test, { maxLength: 4, selector: ({ name }) => name }),
});

const parameterName = fc.constantFrom('user', 'order', 'a-b', 'x_1');

const use: fc.Arbitrary<Interaction> = fc
  .record({
    block: fc.constantFrom('log in', 'Bestellung prüfen (1)', 'never there', 'a & b'),
    parameters: fc.dictionary(parameterName, text, { maxKeys: 2, noNullPrototype: true }),
  })
  .map((input) => ({
    input: { kind: 'use', ...input },
    assertions: [],
    branches: [],
    settings: {},
  }));

const steps = fc.array(fc.oneof(interaction, use), { maxLength: 4 });

const block: fc.Arbitrary<Block> = fc
  .record({
    name: fc.constantFrom('log in', 'Bestellung prüfen (1)', 'a & b', '007', 'null'),
    parameters: fc.uniqueArray(parameterName, { maxLength: 3 }),
    description: fc.option(text, { nil: undefined }),
    interactions: steps,
  })
  .map(withoutUndefined);

/** Suites of version 2 whose tests use blocks. Some of the used blocks do not exist. */
export const suiteWithBlocks: fc.Arbitrary<Suite> = fc.record({
  configuration: configuration.map((one) => ({ ...one, syntax: 2 as const })),
  tests: fc.uniqueArray(
    fc.tuple(test, steps).map(([one, interactions]): Test => ({ ...one, interactions })),
    { maxLength: 4, selector: ({ name }) => name },
  ),
  blocks: fc.uniqueArray(block, { minLength: 1, maxLength: 3, selector: ({ name }) => name }),
});

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}
