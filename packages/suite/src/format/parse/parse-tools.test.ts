import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolCheck } from '../../test/arbitrary-tool-check.ts';
import { toolCheckName } from '../../tools/tool-check.ts';
import type { Suite } from '../model/suite.ts';
import { printSuite } from '../print/print.ts';
import { parseSuite } from './parse.ts';

const withItems = (items: string, syntax = 2) =>
  parseSuite(
    `configuration:\n  syntax: ${syntax}\n---\n- test: A\n- Refund it:\n${items.replace(/^/gm, '  ')}\n`,
  );

const checksOf = (items: string) => {
  const { suite, problems } = withItems(items);
  expect(problems).toEqual([]);
  return suite.tests[0]?.interactions[0]?.assertions.map(({ tools }) => tools);
};

const prices = { currency: 'USD', models: { small: { input: 1, output: 2 } } };

describe('assertions about tools', () => {
  it('are read in each of their forms', () => {
    expect(
      checksOf(`- tool refund_order
- tool refund_order: { times: 1, args: { order: 7, "reason ==": broken, amount <: 50, note not exists: true } }
- tool delete_order: never
- conversation tool get_order: { times: at least 2, as: requested, others: allowed }
- tool order: [get_order, refund_order]
- conversation only tools: [get_order]
- only tools: []
- tool order: once`),
    ).toEqual([
      { kind: 'call', tool: 'refund_order' },
      {
        kind: 'call',
        tool: 'refund_order',
        times: { min: 1, max: 1 },
        args: {
          fields: [
            { key: 'order', value: { operator: 'equals', negated: false, expected: [7] } },
            {
              key: 'reason',
              value: { operator: 'contains', negated: false, expected: ['broken'] },
            },
            { key: 'amount', value: { operator: 'less', negated: false, expected: [50] } },
            { key: 'note', value: { operator: 'exists', negated: true, expected: [] } },
          ],
        },
      },
      { kind: 'call', tool: 'delete_order', times: { min: 0, max: 0 } },
      {
        kind: 'call',
        tool: 'get_order',
        isConversation: true,
        times: { min: 2 },
        isRequested: true,
        allowsOthers: true,
      },
      { kind: 'order', tools: ['get_order', 'refund_order'] },
      { kind: 'only', tools: ['get_order'], isConversation: true },
      { kind: 'only', tools: [] },
      { kind: 'call', tool: 'order', times: { min: 1, max: 1 } },
    ]);
  });

  it.each([
    ['- tool refund_order: sometimes', 'must be called, once, never'],
    ['- tool refund_order: { time: 1 }', 'is not a condition of a call'],
    ['- tool refund_order: { times: -1 }', '"times" must be a number'],
    ['- tool refund_order: { times: at least 0 }', '"times" must be a number'],
    ['- tool refund_order: { args: 7 }', '"args" must be names'],
    ['- tool refund_order: { args: {} }', 'could never fail'],
    ['- tool refund_order: { exact: true }', '"exact" needs args'],
    ['- tool refund_order: { args: { "why =?": because } }', 'asks a judge'],
    ['- tool refund_order: { args: { "why =~": "(" } }', 'pattern'],
    ['- tool order: [get_order]', 'at least two names'],
    ['- only tools: get_order', 'must be a list'],
    ['- tool refund_order not exists', 'tools have their own checks'],
    ['- tool refund_order != 7', 'tools have their own checks'],
    ['- tool refund_order !=: 7', 'tools have their own checks'],
    ['- turn tokens', 'must compare tokens'],
    ['- turn tokens < many', 'must compare tokens'],
    ['- turn tokens == 7', 'must compare tokens'],
    ['- turn tokens !< 7', 'must compare tokens'],
    ['- turn tokens: 2000', 'must compare tokens'],
    ['- turn tokens < 0', 'can never be true'],
    ['- turn tokens >= 0', 'is always true'],
    ['- { tool refund_order: never, goto: end }', 'tools have their own checks'],
  ])('are refused where they mean nothing: %s', (item, words) => {
    const errors = withItems(item).problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ message }) => message).join(' ')).toContain(words);
  });

  it('mean a part of the reply in version 1, and a warning says so', () => {
    const items = '- tool refund_order: never\n- only tools: [a, b]';
    const { suite, problems } = withItems(items, 1);
    expect(problems.map(({ severity, hint }) => [severity, hint])).toEqual(
      Array(2).fill([
        'warning',
        'Add "syntax: 2" to the configuration to check tools, tokens and cost.',
      ]),
    );
    expect(suite.tests[0]?.interactions[0]?.assertions).toEqual([
      { property: 'tool refund_order', operator: 'contains', expected: ['never'], negated: false },
      { property: 'only tools', operator: 'contains', expected: ['a', 'b'], negated: false },
    ]);
  });

  it('come back from their text as they were', () => {
    fc.assert(
      fc.property(toolCheck, (tools) => {
        const property = toolCheckName(tools);
        const assertion = {
          property,
          operator: 'exists',
          expected: [],
          negated: false,
          tools,
        } as const;
        const suite: Suite = {
          configuration: { syntax: 2, prices },
          tests: [
            {
              name: 'A',
              mode: 'normal',
              tags: [],
              interactions: [
                {
                  input: { kind: 'text', text: 'hi' },
                  assertions: [{ ...assertion, expected: [] }],
                  branches: [],
                  settings: {},
                },
              ],
            },
          ],
        };
        const text = printSuite(suite);
        expect(parseSuite(text).suite, text).toEqual(suite);
        expect(printSuite(parseSuite(text).suite)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
