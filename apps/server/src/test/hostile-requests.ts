/**
 * Requests that no client of ours would send, generated from the contract: valid in shape with hostile values in some places,
 * with wrong types, with missing or additional keys, or with invalid JSON.
 */
import type { Endpoint } from '@parley/contract';
import fc from 'fast-check';
import * as z from 'zod/mini';
import type { FilledOrganization } from './filled-organization.ts';
import type { Holdings } from './valid-requests.ts';
import { validBody, validQuery } from './valid-requests.ts';

export interface HostileRequest {
  endpoint: Endpoint;
  /** Name of the caller, for messages about failures. */
  caller: string;
  token: string | undefined;
  /** Path with query. */
  path: string;
  body: string | undefined;
}

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200b\ufeff',
  '👩‍👩‍👧‍👦'.repeat(40),
  `a${'\u0301'.repeat(500)}`,
  'x'.repeat(65),
  'x'.repeat(300),
  'x'.repeat(70_000),
  "' or 1=1 --",
  '%_\\',
  '"; select pg_sleep(9); --',
  '../../etc/passwd',
  '..%2f..%2f',
  ['{{7*7}}$', '{7*7}<%= 7*7 %>'].join(''),
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'default',
  'null',
  'true',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  '=1+1',
  'a\r\nSet-Cookie: b=c',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00Z',
  'ada@example.org',
  'ada@[127.0.0.1]',
  'http://127.0.0.1:1/',
  'http://[::1',
  'Europe/Nowhere',
  '* * * * *',
  '(a+)+$',
  'bm8gY3Vyc29y',
  'WyIiLCIiXQ',
  'e30',
  'W10=',
  'eyJhIjoiXHUwMDAwIn0',
];

const hostileNumbers = [
  0,
  -0,
  -1,
  1,
  0.5,
  1e-300,
  101,
  65_536,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e21,
  1e308,
];

const hostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constantFrom(Array(20_000).fill(0), Array(3_000).fill('x')) },
  {
    weight: 1,
    arbitrary: fc.constant(JSON.parse('{"__proto__": {"isBad": true}, "constructor": {}}')),
  },
  { weight: 1, arbitrary: fc.dictionary(hostileText, hostileText, { maxKeys: 4 }) },
);

/** Bodies that are not JSON, or JSON that parsers interpret in different ways. */
const rawBodies = [
  '',
  '{',
  'null',
  '"text"',
  '[]',
  '1e999',
  '{"name":"a","name":"b"}',
  '{"__proto__":{"a":1}}',
  `${'['.repeat(100_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '{"name":\ufeff"a"}',
  `{"name":"${'x'.repeat(5_000_000)}"}`,
  `{${Array.from({ length: 10_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
];

/** Generates requests with ids of one organization and of a foreign one. */
export function hostileRequests(
  endpoints: readonly Endpoint[],
  own: FilledOrganization,
  foreign: FilledOrganization,
): fc.Arbitrary<HostileRequest> {
  return fc.constantFrom(...endpoints).chain((endpoint) => requestsOf(endpoint, own, foreign));
}

function requestsOf(
  endpoint: Endpoint,
  own: FilledOrganization,
  foreign: FilledOrganization,
): fc.Arbitrary<HostileRequest> {
  return callers(endpoint, own, foreign).chain(({ caller, token, userId }) => {
    const ids = { ...own.holdings, userId, id: userId };
    return fc
      .record({
        path: pathsOf(endpoint, ids, foreign.holdings),
        search: searchesOf(endpoint, ids),
        body: bodiesOf(endpoint, ids, foreign.holdings),
      })
      .map(({ path, search, body }) => ({ endpoint, caller, token, path: path + search, body }));
  });
}

interface Caller {
  caller: string;
  token: string | undefined;
  userId: string;
}

function callers(
  { access }: Endpoint,
  own: FilledOrganization,
  foreign: FilledOrganization,
): fc.Arbitrary<Caller> {
  const { owner, member } = own;
  const { userId } = owner;
  const people: Caller[] = [
    { caller: 'owner', token: owner.token, userId },
    { caller: 'member', token: member.token, userId: member.userId },
    { caller: 'stranger', token: foreign.owner.token, userId: foreign.owner.userId },
  ];
  const keys: Caller[] = [
    { caller: 'key', token: own.key, userId },
    { caller: 'reading key', token: own.readingKey, userId },
  ];
  const nobody: Caller = { caller: 'nobody', token: undefined, userId };
  const isByKey = typeof access === 'object' && 'apiKey' in access;
  const [usual, unusual] = isByKey ? [keys, people] : [people, keys];
  return fc.oneof(
    // Most requests come from an authorized caller, so that they get as far as possible.
    { weight: 5, arbitrary: fc.constantFrom(...usual.slice(0, 1)) },
    { weight: 3, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(nobody, ...unusual) },
  );
}

function pathsOf({ path }: Endpoint, ids: Holdings, foreign: Holdings): fc.Arbitrary<string> {
  const parts = path.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    return fc.oneof(
      { weight: 12, arbitrary: fc.constant(encodeURIComponent(ids[name] ?? 'none')) },
      { weight: 1, arbitrary: fc.constant(encodeURIComponent(foreign[name] ?? 'none')) },
      { weight: 2, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
      { weight: 1, arbitrary: fc.constantFrom('%00', '%zz', '%ed%a0%80', '..', '%2e%2e', 'a%2fb') },
    );
  });
  return fc.tuple(...parts).map((texts) => texts.join(''));
}

function searchesOf(endpoint: Endpoint, ids: Holdings): fc.Arbitrary<string> {
  if (!endpoint.query) return fc.constantFrom('', '', '?a=b&a=c&%00=%ff');
  const valid = validQuery(endpoint);
  const known = new Set(Object.keys(propertiesOf(schemaOf(endpoint.query))));
  const usual = Object.entries(valid ?? {}).filter(([name]) => known.has(name));
  const schema = schemaOf(endpoint.query);
  return fc
    .tuple(
      fc.boolean(),
      fc.oneof({ weight: 3, arbitrary: shaped(schema, ids, 4) }, fc.constant({})),
      fc.constantFrom('', '', '', '&page=1&page=2', '&a[b]=c', '&%ff=%00', '&__proto__=x'),
    )
    .map(([withUsual, value, more]) => {
      const entries = Object.entries(isRecord(value) ? value : {}).map(([name, entry]) => [
        name.toWellFormed(),
        String(isRecord(entry) ? JSON.stringify(entry) : entry).toWellFormed(),
      ]);
      const search = new URLSearchParams(
        Object.fromEntries([...entries, ...(withUsual ? usual : [])]),
      );
      // Longer URLs never reach a handler.
      return `?${search}${more}`.slice(0, 12_000).replace(/%[0-9A-F]?$/, '');
    });
}

function bodiesOf(
  endpoint: Endpoint,
  ids: Holdings,
  foreign: Holdings,
): fc.Arbitrary<string | undefined> {
  const { body } = endpoint;
  if (!body) return fc.constantFrom(undefined, undefined, undefined, '{}', '{', '[1]');
  const valid = validBody(endpoint, ids);
  const bent = valid === undefined ? hostileValue : bentValues(valid, foreign);
  return fc.oneof(
    { weight: 5, arbitrary: bent.map(toJson) },
    { weight: 5, arbitrary: shaped(schemaOf(body), ids, 8).map(toJson) },
    { weight: 1, arbitrary: hostileValue.map(toJson) },
    { weight: 1, arbitrary: fc.constantFrom(...rawBodies) },
  );
}

const toJson = (value: unknown) => JSON.stringify(value);

/** Generates valid values in which up to two parts are replaced, removed or added. */
function bentValues(valid: unknown, foreign: Holdings): fc.Arbitrary<unknown> {
  const places = placesIn(valid);
  const replacement = fc.oneof(
    { weight: 6, arbitrary: hostileValue },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(foreign)) },
  );
  const change = fc.record({
    place: fc.constantFrom(...places),
    kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add'),
    key: hostileText,
    value: replacement,
  });
  return fc.array(change, { maxLength: 2 }).map((changes) => {
    let value = structuredClone(valid);
    for (const { place, kind, key, value: hostile } of changes) {
      // A later change may change a part of it, and the generator may give out the same object again.
      const next = structuredClone(hostile);
      const parent = place
        .slice(0, -1)
        .reduce<unknown>((inner, name) => partOf(inner, name), value);
      const last = place.at(-1);
      if (last === undefined) value = kind === 'replace' ? next : value;
      else if (!isRecord(parent)) continue;
      else if (kind === 'remove') delete parent[last];
      else put(parent, kind === 'replace' ? last : key, next);
    }
    return value;
  });
}

/** Sets a property, even `__proto__`, as JSON.parse does. */
function put(parent: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(parent, key, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const partOf = (value: unknown, name: string): unknown =>
  isRecord(value) ? value[name] : undefined;

function placesIn(value: unknown): string[][] {
  if (!isRecord(value)) return [[]];
  const inside = Object.entries(value).flatMap(([name, part]) =>
    placesIn(part).map((place) => [name, ...place]),
  );
  return [[], ...inside, ...Object.keys(value).map((name) => [name])];
}

type JsonSchema = Record<string, unknown>;

const schemas = new WeakMap<object, JsonSchema>();

function schemaOf(schema: z.ZodMiniType): JsonSchema {
  const known = schemas.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  schemas.set(schema, made);
  return made;
}

const propertiesOf = (schema: JsonSchema) =>
  (schema.properties ?? {}) as Record<string, JsonSchema>;

/** Generates values in the shape of a schema. One in `1 + rightOnes` places contains a hostile value. */
function shaped(schema: JsonSchema, ids: Holdings, rightOnes: number): fc.Arbitrary<unknown> {
  const right = (inner: JsonSchema, name: string, depth: number): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: rightOnes, arbitrary: ofSchema(inner, name, depth) },
      { weight: 1, arbitrary: hostileValue },
    );

  function ofSchema(inner: JsonSchema, name: string, depth: number): fc.Arbitrary<unknown> {
    if ('const' in inner) return fc.constant(inner.const);
    if (Array.isArray(inner.enum)) return fc.constantFrom(...inner.enum);
    const choices = inner.anyOf ?? inner.oneOf;
    if (Array.isArray(choices))
      return fc.oneof(...choices.map((choice) => ofSchema(choice, name, depth)));
    switch (inner.type) {
      case 'object':
        return ofObject(inner, depth);
      case 'array':
        return fc.array(right((inner.items ?? {}) as JsonSchema, name, depth + 1), {
          maxLength: depth > 3 ? 1 : 3,
        });
      case 'string':
        return ofText(inner, name);
      case 'integer':
      case 'number':
        return ofNumber(inner);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return hostileValue;
    }
  }

  function ofObject(inner: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const required = (inner.required ?? []) as string[];
    const fields = Object.entries(propertiesOf(inner)).map(
      ([name, property]) => [name, right(property, name, depth + 1)] as const,
    );
    // One in ten may lack required fields.
    return fc.integer({ min: 0, max: 9 }).chain((choice) =>
      fc.record(Object.fromEntries(fields), {
        requiredKeys: choice === 0 ? [] : required.filter((key) => key in propertiesOf(inner)),
      }),
    );
  }

  function ofText(inner: JsonSchema, name: string): fc.Arbitrary<unknown> {
    const held = ids[name];
    const usual = fc.constantFrom(...usualTexts(inner));
    const max = Math.min(Number(inner.maxLength ?? 60), 60);
    return fc.oneof(
      { weight: held === undefined ? 0 : 8, arbitrary: fc.constant(held) },
      { weight: 3, arbitrary: usual },
      { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: max }) },
      { weight: 2, arbitrary: hostileText },
    );
  }

  return ofSchema(schema, '', 0);
}

function usualTexts({ format }: JsonSchema): string[] {
  if (format === 'date-time') return ['2026-01-31T00:00:00.000Z', '2026-11-21T12:00:00Z'];
  if (format === 'date') return ['2026-01-31', '2026-11-21', '2024-02-29'];
  return ['Ada', 'ada@example.org', 'https://bot.example/message', 'en-US', 'UTC', '12345678'];
}

function ofNumber({ minimum, maximum, type }: JsonSchema): fc.Arbitrary<unknown> {
  const least = Number(minimum ?? -1000);
  const most = Number(maximum ?? Number.MAX_SAFE_INTEGER);
  const edges = [least, most, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1].filter(
    (edge) => edge >= least && edge <= most,
  );
  const usual = Math.min(most, Math.max(least, 0) + 100);
  const inside =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(least), max: Math.floor(usual) })
      : fc.double({ min: least, max: usual, noNaN: true });
  return fc.oneof({ weight: 3, arbitrary: inside }, fc.constantFrom(...edges));
}
