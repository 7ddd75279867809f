/** Generates requests to systems of record of every shape, for property-based tests. */
import fc from 'fast-check';
import type { Assertion, Interaction, Json, SuiteRequest } from '../format/model/suite.ts';
import type { SystemRequest } from '../requests/system-request.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('a: b', '{{name}}', '$CHECK GET x', 'a # b', '"', 'within: 3s', '-'),
);

const url = fc
  .tuple(
    fc.constantFrom('http://host', 'https://host:8080', '{{api}}', `\${api}`),
    fc.stringMatching(/^\/[!-~]{0,20}$/),
  )
  .map((parts) => parts.join(''))
  // YAML reads a colon at the end as its own.
  .filter((address) => !address.endsWith(':'));

const names = fc.stringMatching(/^[a-z][a-z-]{0,8}$/);

const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const settings = {
  headers: fc.dictionary(names, text, { maxKeys: 2, noNullPrototype: true }),
  withinMs: fc.integer({ min: 1, max: 300_000 }),
  staysMs: fc.integer({ min: 1, max: 300_000 }),
};

const reading: fc.Arbitrary<SystemRequest> = fc.record(
  { method: fc.constantFrom('GET' as const, 'HEAD' as const), url, ...settings },
  { requiredKeys: ['method', 'url'], noNullPrototype: true },
);

const posting: fc.Arbitrary<SystemRequest> = fc
  .tuple(
    fc.record(
      { method: fc.constant('POST' as const), url, ...settings },
      { requiredKeys: ['method', 'url'], noNullPrototype: true },
    ),
    fc.oneof(
      json.map((value) => ({ json: value })),
      text.map((body) => ({ body })),
      fc.constant({}),
    ),
  )
  .map(([request, body]) => ({ ...request, ...body }));

const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));

const ofAnswer: fc.Arbitrary<Assertion> = fc.oneof(
  fc.record({
    property: fc.constant('status'),
    operator: fc.constantFrom('equals' as const, 'less' as const, 'greaterOrEqual' as const),
    expected: fc.array(fc.integer({ min: 100, max: 599 }), { minLength: 1, maxLength: 2 }),
    negated: fc.boolean(),
  }),
  fc.record({
    property: fc.constantFrom('body', '$.state', "$['a b'].c", '$..id', '$'),
    operator: fc.constantFrom('contains' as const, 'equals' as const, 'fuzzy' as const),
    expected: fc.array(value, { minLength: 1, maxLength: 3 }),
    negated: fc.boolean(),
  }),
  fc.record({
    property: fc.constantFrom('$.state', '$..id'),
    operator: fc.constant('exists' as const),
    expected: fc.constant<Assertion['expected']>([]),
    negated: fc.boolean(),
  }),
);

const assertionsOfAnswer = fc.array(ofAnswer, { minLength: 1, maxLength: 3 });

/** A step that checks the system of record. */
export const check: fc.Arbitrary<Interaction> = fc
  .record({
    request: fc.oneof(reading, posting),
    assertions: assertionsOfAnswer,
    label: fc.option(fc.constantFrom('a', 'the end'), { nil: undefined }),
    save: fc.option(
      fc.constantFrom<Record<string, string>>({ order: '$.id' }, { all: 'body', code: 'status' }),
      { nil: undefined },
    ),
  })
  .map(({ request, assertions, label, save }) => ({
    input: { kind: 'check', request },
    assertions,
    branches: [],
    settings: {},
    ...(label !== undefined && { label }),
    ...(save && { save }),
  }));

const changing: fc.Arbitrary<SystemRequest> = posting.map(
  ({ withinMs: _, staysMs: __, ...request }) => request,
);

/** Requests before all tests, or before or after each. `prefix` keeps the names of their saved values distinct. */
export const suiteRequests = (prefix: string): fc.Arbitrary<SuiteRequest[]> =>
  fc
    .array(
      fc.record(
        {
          request: fc.oneof(reading, changing),
          // The printer puts the status first.
          assertions: fc.oneof(assertionsOfAnswer, fc.constant<Assertion[]>([])),
          save: fc.constant(true),
        },
        { requiredKeys: ['request', 'assertions'] },
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((requests) =>
      requests.map(({ save, ...one }, index) => ({
        ...one,
        ...(save && { save: { [`${prefix}${index}`]: '$.id' } }),
      })),
    );

/** Requests before all tests, whose values can expire. */
export const requestsOfRun: fc.Arbitrary<SuiteRequest[]> = fc
  .tuple(suiteRequests('all'), fc.constantFrom(undefined, 90_000, 1_500, '$.expires_in'))
  .map(([requests, expires]) =>
    requests.map((one) => ({ ...one, ...(one.save && expires !== undefined && { expires }) })),
  );
