import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSavedValue, savedValueDoubt } from '../../match/saved-value.ts';
import type { Turn } from '../../match/turn.ts';
import { applySuite } from '../apply/apply.ts';
import { printSuite } from '../print/print.ts';
import { parseSuite } from './parse.ts';

const text = (save: string, syntax = 2) => `configuration:
  syntax: ${syntax}
  variables: { taken: x }
---
- test: A
- hi:
  - prompt: hello
  - save: ${save}
- Again {{order}}: hello
`;
const told = (source: string) =>
  parseSuite(source).problems.map(
    ({ severity, line, message }) => `${severity} ${line}: ${message}`,
  );

describe('values that a step saves', () => {
  it('stand beside its expectations', () => {
    const source = text('{ order: $.order.id, id: tool make.result.id }');
    const { suite, problems } = parseSuite(source);
    expect(problems).toEqual([]);
    expect(suite.tests[0]?.interactions[0]).toMatchObject({
      assertions: [{ property: 'prompt' }],
      save: { order: '$.order.id', id: 'tool make.result.id' },
    });
  });

  it('are a path into the answer in version 1 of the syntax, and with anything else than names', () => {
    const ofSuite = (source: string) => parseSuite(source).suite.tests[0]?.interactions[0];
    expect(ofSuite(text('done'))).toMatchObject({
      assertions: [{ property: 'prompt' }, { property: 'save', expected: ['done'] }],
    });
    expect(ofSuite(text('done', 1))).toMatchObject({
      assertions: [{ property: 'prompt' }, { property: 'save', expected: ['done'] }],
    });
  });

  it.each([
    ['{}', 'error 8: "save" must be names with parts of the reply.'],
    ['{ a b: $.x }', 'error 8: "a b" cannot be the name of a saved value.'],
    ['{ text: $.x }', 'error 8: "text" cannot be the name of a saved value.'],
    ['{ order: "$.x[" }', /error 8: "\$\.x\[" is not a part of a reply: /],
    ['{ order: "/order (/" }', /error 8: The pattern \/order \(\/ cannot be used/],
    ['{ taken: $.x }', 'error 5: A step saves "taken", but it is a variable or saved already.'],
  ])('%s are refused with a reason', (save, problem) => {
    expect(told(text(save))).toEqual([
      problem instanceof RegExp ? expect.stringMatching(problem) : problem,
    ]);
  });

  it('are read back as they are printed, and written into a text beside what is there', () => {
    const name = fc.stringMatching(/^[a-z][\w-]{0,8}$/).filter((one) => one !== 'text');
    const source = fc.constantFrom('$.a.b', 'buttons[0].title', '/no (\\d+)/i', 'tool x.args.y');
    const save = fc.dictionary(name, source, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
    fc.assert(
      fc.property(save, (wanted) => {
        const before = text('{ order: $.x } # which');
        const { suite } = parseSuite(before);
        const changed = {
          ...suite,
          tests: suite.tests.map((test) => ({
            ...test,
            interactions: test.interactions.map((one, at) =>
              at === 0 ? { ...one, save: wanted } : one,
            ),
          })),
        };
        expect(parseSuite(printSuite(changed)).suite).toEqual(changed);
        const applied = applySuite(before, changed);
        expect(parseSuite(applied).suite).toEqual(changed);
        expect(applied).toContain('  - prompt: hello\n');
      }),
    );
  });
});

describe('a saved value', () => {
  const turn: Turn = {
    text: 'Your order is A-17, the other one A-18.',
    messages: [],
    buttons: [{ title: 'Pay', value: 'pay-17' }],
    attachments: [],
    latencyMs: 1,
    payload: { order: { id: 17, paid: false, note: '' }, list: [1] },
    tools: {
      calls: [
        {
          name: 'make',
          stage: 'executed',
          round: 0,
          args: { item: 'lamp' },
          result: { id: 'r-1' },
        },
        { name: 'make', stage: 'executed', round: 1, result: ['r-2'] },
      ],
    },
  };

  it.each([
    ['$.order.id', '17'],
    ['$.order.paid', 'false'],
    ['order.id', '17'],
    ['buttons[0].value', 'pay-17'],
    ['/order is (A-[0-9]+)/', 'A-17'],
    ['/A-[0-9]+/', 'A-17'],
    ['prompt', 'Your order is A-17, the other one A-18.'],
    ['tool make.result[0]', 'r-2'],
    ['tool make.args.item', undefined],
    ['tool other.result', undefined],
    ['/order is (B)/', undefined],
    ['$.order', undefined],
    ['$.list', undefined],
    ['$.order.note', undefined],
    ['$.nothing', undefined],
  ])('at %s is %s', (source, value) => {
    expect(readSavedValue(source, turn)).toBe(value);
  });

  it.each([
    ['$.order.id', {}, undefined],
    ['/order is (A-[0-9]+)/', {}, undefined],
    ['/order is (A-[0-9]+)/', { isUnsure: true }, /not recognized with certainty/],
    ['prompt', { isUnsure: true }, /not recognized with certainty/],
    ['$.order.id', { isUnsure: true }, undefined],
    ['/order is (A-[0-9]+)/', { isUnsure: true, sureText: 'ꙮꙮꙮ order is A-17' }, undefined],
    ['/order is (A-[0-9]+)/', { isUnsure: true, sureText: 'Your order is ꙮꙮꙮ' }, /certainty/],
    // Another digit could follow.
    ['/order is (A-[0-9]+)/', { isGrowing: true, text: 'Your order is A-1' }, /growing/],
    ['/order is (A-[0-9]+)/', { isGrowing: true }, undefined],
    ['prompt', { isGrowing: true }, /growing/],
    ['buttons[0].value', { isGrowing: true }, /growing/],
    ['latency', { isGrowing: true }, undefined],
    ['/token ([a-z]+)/', { isMasked: true }, /is not stored/],
    ['tool make.result[0]', { tools: undefined }, /Nothing reports/],
    [
      'tool other.result',
      { tools: { calls: [], gaps: ['A span is missing.'] } },
      /span is missing/,
    ],
    ['tool other.result', { tools: { calls: [] } }, undefined],
  ] as const)('at %s of a reply with %o is in doubt: %s', (source, more, doubt) => {
    const found = savedValueDoubt(source, { ...turn, ...more } as Turn);
    if (doubt === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(doubt);
  });

  it('is nothing where nothing came', () => {
    expect(readSavedValue('prompt', undefined)).toBeUndefined();
    expect(readSavedValue('/.*/', { events: [] })).toBeUndefined();
  });
});
