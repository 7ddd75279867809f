import { describe, expect, it } from 'vitest';
import { planRun } from '../../events/plan.ts';
import { applySuite } from '../apply/apply.ts';
import { parseSuite } from '../parse/parse.ts';
import { printSuite } from '../print/print.ts';
import type { Suite } from './suite.ts';
import { keysOf } from './test-keys.ts';

const text = (...heads: string[]) => heads.map((head) => `---\n${head}\n- hi: yes\n`).join('');
const test = (name: string, key?: string) =>
  key === undefined ? `- test: ${name}` : `- test: ${name}\n- settings: { key: "${key}" }`;
const keysIn = (source: string) => keysOf(parseSuite(source).suite.tests);

describe('the key of a test', () => {
  it.each<[string, string[], string[]]>([
    ['is its name where the text says none', [test('A'), test('B')], ['A', 'B']],
    ['is what the text says', [test('New', 'Old'), test('B')], ['Old', 'B']],
    ['stays when tests change places', [test('B'), test('New', 'Old')], ['B', 'Old']],
    ['counts repeated names as names do', [test('A'), test('A')], ['A', 'A (2)']],
    ['belongs to the first of a copy', [test('New', 'Old'), test('Copy', 'Old')], ['Old', 'Copy']],
    ['is not what another test was called before', [test('A'), test('B', 'A')], ['A (2)', 'A']],
    [
      'is never given twice',
      [test('A'), test('B', 'A'), test('A (2)'), test('C', 'A')],
      ['A (3)', 'A', 'A (2)', 'C'],
    ],
    ['survives an exchange of names', [test('A', 'B'), test('B', 'A')], ['B', 'A']],
  ])('%s', (_, heads, keys) => {
    expect(keysIn(text(...heads))).toEqual(keys);
  });

  it('goes into the plan of a run, however few tests of the suite are in it', () => {
    const { suite } = parseSuite(text(test('A'), test('B', 'A')));
    const keys = (tests?: string[]) => planRun(suite, tests ? { tests } : {}).map(({ key }) => key);
    expect(keys()).toEqual(['A (2)', 'A']);
    expect(keys(['A'])).toEqual(['A (2)']);
  });
});

describe('a key in the text', () => {
  it('is read, printed and read again as the same', () => {
    const suite: Suite = {
      configuration: {},
      tests: [
        { name: 'A', key: 'B: "c", {d}', mode: 'normal', tags: [], interactions: [] },
        { name: 'E', key: '{{f}}', mode: 'skip', tags: ['x'], dataRow: 'g', interactions: [] },
      ],
    };
    expect(parseSuite(printSuite(suite)).suite).toEqual(suite);
  });

  it('stands below the name, and goes again, and leaves comments alone', () => {
    const source = '---\n# why\n- test: A\n- tags: x\n- hi: yes\n';
    const { suite } = parseSuite(source);
    const [first] = suite.tests;
    if (!first) throw new Error('The suite has a test');
    const renamed = applySuite(source, { ...suite, tests: [{ ...first, name: 'B', key: 'A' }] });
    expect(renamed).toBe('---\n# why\n- test: B\n- tags: x\n- settings: { key: "A" }\n- hi: yes\n');
    expect(applySuite(renamed, suite)).toBe(source);
  });

  it('is not said to the bot, in either version of the rules', () => {
    for (const syntax of [1, 2]) {
      const source = `configuration:\n  syntax: ${syntax}\n${text(test('A', 'B'))}`;
      const { suite, problems } = parseSuite(source);
      expect(problems).toEqual([]);
      expect(suite.tests[0]?.interactions).toHaveLength(1);
    }
  });

  it('that two tests share is warned of, and one of nothing refused', () => {
    const shared = parseSuite(text(test('A', 'C'), test('B', 'C'))).problems;
    expect(shared).toMatchObject([
      { severity: 'warning', message: /another test has the key "C"/i },
    ]);
    const taken = parseSuite(text(test('A'), test('B', 'A'))).problems;
    expect(taken).toMatchObject([{ severity: 'warning', hint: /kept as "A \(2\)"/ }]);
    expect(parseSuite(text(test('A', ' '))).problems).toMatchObject([{ severity: 'error' }]);
  });
});
