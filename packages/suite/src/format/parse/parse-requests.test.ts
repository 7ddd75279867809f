import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check, requestsOfRun, suiteRequests } from '../../test/arbitrary-requests.ts';
import { applySuite } from '../apply/apply.ts';
import type { Interaction, Suite } from '../model/suite.ts';
import { printSuite } from '../print/print.ts';
import { maskCredentials } from './mask-credentials.ts';
import { parseSuite } from './parse.ts';

const suiteWith = (interactions: Interaction[], syntax: 1 | 2 = 2): Suite => ({
  configuration: { syntax },
  tests: [{ name: 'A', mode: 'normal', tags: [], interactions }],
});

const strict = (...lines: string[]) =>
  parseSuite(['configuration:', '  syntax: 2', '---', '- test: A', ...lines].join('\n'));

const stepsOf = (...lines: string[]) => strict(...lines).suite.tests[0]?.interactions;
const told = (...lines: string[]) =>
  strict(...lines).problems.map(
    ({ severity, line, message, hint }) => `${severity} ${line}: ${message} ${hint}`,
  );

describe('a check of the system of record', () => {
  it('reads its request and its assertions', () => {
    expect(
      stepsOf(
        '- $CHECK GET {{api}}/orders/{{order}}:',
        '  - within: 10s',
        '  - headers: { authorization: "Bearer {{token}}" }',
        '  - status: [200, 203]',
        '  - $.state === refunded',
        '  - $.debt not exists',
      ),
    ).toEqual([
      {
        input: {
          kind: 'check',
          request: {
            method: 'GET',
            url: '{{api}}/orders/{{order}}',
            withinMs: 10_000,
            headers: { authorization: 'Bearer {{token}}' },
          },
        },
        assertions: [
          { property: 'status', operator: 'equals', expected: [200, 203], negated: false },
          { property: '$.state', operator: 'equals', expected: ['refunded'], negated: false },
          { property: '$.debt', operator: 'exists', expected: [], negated: true },
        ],
        branches: [],
        settings: {},
      },
    ]);
  });

  it('reads back as it is printed, whatever it asks', () => {
    fc.assert(
      fc.property(fc.array(check, { minLength: 1, maxLength: 3 }), (steps) => {
        const suite = suiteWith(steps);
        expect(parseSuite(printSuite(suite))).toEqual({ suite, problems: [] });
      }),
      { numRuns: 300 },
    );
  });

  it('keeps its text where another step changes', () => {
    const text = [
      'configuration:',
      '  syntax: 2',
      '---',
      '- test: A',
      '- hi: hello',
      '- $CHECK get {{ api }}/orders/7: # the order',
      '  - status: 200',
      '  - $.state === refunded # by now',
      '',
    ].join('\n');
    const { suite } = parseSuite(text);
    const changed = structuredClone(suite);
    (changed.tests[0] as Suite['tests'][0]).interactions[0] = {
      input: { kind: 'text', text: 'hey' },
      assertions: [],
      branches: [],
      settings: {},
    };
    expect(applySuite(text, changed)).toBe(text.replace('- hi: hello', '- hey'));
  });

  it.each([
    ['- $CHECK', /error 5: A request needs a method and an address/],
    ['- $CHECK FETCH http://x', /"FETCH" is not a method: use GET/],
    ['- $CHECK GET orders/7:\n  - status: 200', /"orders\/7" is not an address/],
    ['- $CHECK GET http://x/a b:\n  - status: 200', /not an address/],
    ['- $CHECK DELETE http://x:\n  - status: 200', /only reads, but DELETE changes/],
    ['- $CHECK GET http://x:\n  - within: 10s', /has no expectations/],
    [
      '- $CHECK GET http://x:\n  - within: 2h\n  - status: 200',
      /error 6: "within" of GET http:\/\/x/,
    ],
    ['- $CHECK GET http://x:\n  - status: ok', /error 6: A status is a number from 100 to 599/],
    ['- $CHECK GET http://x:\n  - state: ok', /"state" is not a part of an answer.*\$\.state/],
    ['- $CHECK GET http://x:\n  - $.a =? ok', /judge cannot evaluate/],
    ['- $CHECK GET http://x:\n  - exit', /not allowed below a check/],
    ['- $CHECK GET http://x:\n  - status: 200 goto a', /not allowed below a check/],
    ['- $CHECK GET http://x:\n  - json: { a: 1 }\n  - status: 200', /GET has no body/],
    ['- $CHECK POST http://x:\n  - json: 1\n  - body: 2\n  - status: 200', /one body/],
    [
      '- $CHECK GET http://x:\n  - headers: none\n  - status: 200',
      /headers of GET http:\/\/x must be/,
    ],
    [
      '- $CHECK GET http://x:\n  - hello\n  - status: 200',
      /"hello" is not an assertion about an answer/,
    ],
    [`- $CHECK GET http://x/${'a'.repeat(900)}:\n  - status: 200`, /more than 900 characters/],
    ['- "$CHECK GET http://x": hello', /warning 5: .*is sent to the bot.*Remove the quotes/],
  ])('says what is wrong with %j', (lines, message) => {
    expect(told(...lines.split('\n')).join('\n')).toMatch(message);
  });
});

describe('without version 2', () => {
  it('is said to the bot, and a warning says so', () => {
    const text = '- test: A\n- $CHECK GET http://x: hello\n- $CHECK\n';
    const { suite, problems } = parseSuite(text);
    expect(suite.tests[0]?.interactions.map(({ input }) => input)).toEqual([
      { kind: 'text', text: '$CHECK GET http://x' },
      { kind: 'text', text: '$CHECK' },
    ]);
    expect(problems.map(({ severity, line }) => [severity, line])).toEqual([
      ['warning', 2],
      ['warning', 3],
    ]);
    expect(problems[0]?.hint).toContain('syntax: 2');
    expect(parseSuite(printSuite(suite)).suite).toEqual(suite);
  });
});

it.each([1, 2] as const)('prints what is said in version %s as it is read', (syntax) => {
  const said = ['$CHECK', ' $check GET http://x', '\\$CHECK GET http://x', '$CHECKS'];
  const suite = suiteWith(
    said.map((text) => ({
      input: { kind: 'text', text },
      assertions: [],
      branches: [],
      settings: {},
    })),
    syntax,
  );
  expect(parseSuite(printSuite(suite)).suite).toEqual(suite);
});

const configured = (...lines: string[]) =>
  parseSuite(
    ['configuration:', '  syntax: 2', ...lines, '---', '- test: A', '- hi: hello'].join('\n'),
  );

describe('requests before and after each test', () => {
  it('read what is sent, expected and saved', () => {
    const { suite, problems } = configured(
      '  before each:',
      '    - request: POST {{api}}/orders',
      '      json: { item: lamp }',
      '      status: 201',
      '      expect: [$.id exists, { $.item: [lamp, lampe] }]',
      '      save: { order: $.id }',
      '  after each:',
      '    - request: DELETE {{api}}/orders/{{order}}',
    );
    expect(problems).toEqual([]);
    expect(suite.configuration).toEqual({
      syntax: 2,
      beforeEach: [
        {
          request: { method: 'POST', url: '{{api}}/orders', json: { item: 'lamp' } },
          assertions: [
            { property: 'status', operator: 'equals', expected: [201], negated: false },
            { property: '$.id', operator: 'exists', expected: [], negated: false },
            {
              property: '$.item',
              operator: 'contains',
              expected: ['lamp', 'lampe'],
              negated: false,
            },
          ],
          save: { order: '$.id' },
        },
      ],
      afterEach: [
        { request: { method: 'DELETE', url: '{{api}}/orders/{{order}}' }, assertions: [] },
      ],
    });
    expect(parseSuite(printSuite(suite)).suite).toEqual(suite);
  });

  it('read back as they are printed, whatever they ask', () => {
    fc.assert(
      fc.property(requestsOfRun, suiteRequests('a'), suiteRequests('b'), (...requests) => {
        const [beforeAll, beforeEach, afterEach] = requests;
        const suite: Suite = {
          ...suiteWith([]),
          configuration: { syntax: 2, beforeAll, beforeEach, afterEach },
        };
        expect(parseSuite(printSuite(suite))).toEqual({ suite, problems: [] });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['50m', 3_000_000],
    ['1.5h', 5_400_000],
    ['90', 90_000],
    ['168h', 604_800_000],
    ['$.expires_in', '$.expires_in'],
  ])('before all expire after %s', (expires, expected) => {
    const { suite, problems } = parseSuite(
      `configuration:\n  syntax: 2\n  before all:\n    - request: POST http://x/token\n      save: { token: $.access_token }\n      expires: ${expires}\n`,
    );
    expect(problems).toEqual([]);
    expect(suite.configuration.beforeAll).toMatchObject([{ expires: expected }]);
  });

  it.each([
    ['before all', 'save: { token: $.t }\n      expires: soon', '"expires" must be a time'],
    ['before all', 'save: { token: $.t }\n      expires: 169h', '"expires" must be a time'],
    ['before all', 'save: { token: $.t }\n      expires: "$.[["', 'is not a path'],
    ['before all', 'expires: 50m', 'saves nothing that could expire'],
    ['before each', 'save: { token: $.t }\n      expires: 50m', '"expires" is not a key'],
  ])('of "%s" are refused with %s', (key, lines, message) => {
    const { problems } = parseSuite(
      `configuration:\n  syntax: 2\n  ${key}:\n    - request: POST http://x/token\n      ${lines}\n`,
    );
    expect(problems.map((one) => one.message).join('\n')).toContain(message);
  });

  it('save no name before all that the suite has already', () => {
    const of = (key: string, name: string) =>
      `  ${key}:\n    - request: POST http://x/${name}\n      save: { ${name}: $.t }\n`;
    const text = (name: string) =>
      `configuration:\n  syntax: 2\n${of('before all', 'token')}${of('before each', name)}`;
    expect(parseSuite(text('order')).problems).toEqual([]);
    expect(parseSuite(text('token')).problems[0]?.message).toContain('"token" is saved, but it is');
  });

  it('mean nothing without version 2, are kept, and a warning says so', () => {
    const text =
      'configuration:\n  before each:\n    - request: GET http://x\n---\n- test: A\n- hi\n';
    const { suite, problems } = parseSuite(text);
    expect(suite.configuration).toEqual({
      extra: { 'before each': [{ request: 'GET http://x' }] },
    });
    expect(problems).toMatchObject([{ severity: 'warning', line: 2 }]);
    expect(problems[0]?.hint).toContain('syntax: 2');
    expect(parseSuite(printSuite(suite)).suite).toEqual(suite);
  });

  it.each([
    ['  before each: none', /error 3: "before each" must be a list of requests/],
    ['  before each: [ping]', /An item of "before each" is a request/],
    ['  before each: [{ request: PING x }]', /"PING" is not a method/],
    ['  before each: [{ request: POST http://x, within: 5s }]', /sent repeatedly/],
    ['  before each: [{ request: POST http://x, stays: 5s }]', /"stays" would be sent repeatedly/],
    [
      '  after each: [{ request: GET http://x, stauts: 200 }]',
      /"stauts" is not a key of a request/,
    ],
    ['  before each: [{ request: GET http://x, save: { a: id } }]', /"id" is not a path/],
    [
      '  before each: [{ request: GET http://x, save: { text: $.a } }]',
      /Parley fills it in itself/,
    ],
    ['  before each: [{ request: GET http://x, save: order }]', /names with paths/],
    [
      '  before each: [{ request: GET http://x, expect: [hello] }]',
      /not an assertion about an answer/,
    ],
    [
      '  variables: { a: b }\n  before each: [{ request: GET http://x, save: { a: $.a } }]',
      /"a" is saved, but it is a variable/,
    ],
  ])('say what is wrong with %j', (lines, message) => {
    const { problems } = configured(...lines.split('\n'));
    const all = problems.map(
      ({ severity, line, message: of, hint }) => `${severity} ${line}: ${of} ${hint}`,
    );
    expect(all.join('\n')).toMatch(message);
  });

  it('are as many as a suite may have', () => {
    const lines = (count: number) =>
      Array.from({ length: count }, () => '    - request: GET http://x');
    expect(configured('  before each:', ...lines(20)).problems).toEqual([]);
    expect(configured('  before each:', ...lines(21)).problems[0]?.message).toMatch(/at most 20/);
  });

  it('hide their credentials from people who may not edit', () => {
    const masked = maskCredentials(
      [
        'configuration:',
        '  syntax: 2',
        '  variables: { pw: hidden-1, item: lamp }',
        '  before each:',
        '    - request: POST http://x/token',
        '      json: { password: "{{pw}}", client_secret: hidden-2, item: lamp }',
        '    - request: POST http://x/form',
        '      body: "user=a&pin=hidden-3"',
        '---',
        '- test: A',
        '- $CHECK POST http://x:',
        '  - json: { password: hidden-4 }',
        '  - status: 200',
      ].join('\n'),
    );
    expect(masked).not.toContain('hidden');
    expect(masked).toContain('item: lamp');
  });
});
