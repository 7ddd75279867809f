import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../test/arbitrary-requests.ts';
import { applySuite } from '../apply/apply.ts';
import type { Interaction, Suite } from '../model/suite.ts';
import { printSuite } from '../print/print.ts';
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
    ['- $CHECK DELETE http://x:\n  - status: 200', /only reads, and DELETE changes/],
    ['- $CHECK GET http://x:\n  - within: 10s', /asks for nothing/],
    [
      '- $CHECK GET http://x:\n  - within: 2h\n  - status: 200',
      /error 6: "within" of GET http:\/\/x/,
    ],
    ['- $CHECK GET http://x:\n  - status: ok', /error 6: A status is a number from 100 to 599/],
    ['- $CHECK GET http://x:\n  - state: ok', /"state" is not a part of an answer.*\$\.state/],
    ['- $CHECK GET http://x:\n  - $.a =? ok', /judge cannot decide/],
    ['- $CHECK GET http://x:\n  - exit', /cannot stand below a check/],
    ['- $CHECK GET http://x:\n  - status: 200 goto a', /cannot stand below a check/],
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
    ['- "$CHECK GET http://x": hello', /warning 5: .*is said to the bot.*Remove the quotes/],
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
