import { applySuite, parseSuite, type Suite } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import {
  addTest,
  changeConfiguration,
  changeInteractions,
  changeTest,
  cloneTest,
  deleteTest,
  emptyInteraction,
  freeTestName,
  insertAt,
  moveTest,
  moveTo,
  renameTest,
  storedKeysOf,
} from './edit-suite.ts';
import { suiteForTests } from './open-editor-for-tests.ts';
import { placeAfterMove } from './use-test-selection.ts';

function suiteOf(...names: string[]): Suite {
  const tests = names.map((name) => ({
    name,
    mode: 'normal' as const,
    tags: [],
    interactions: [emptyInteraction],
  }));
  return { configuration: { concurrency: 2 }, tests };
}

const names = ({ tests }: Suite) => tests.map(({ name }) => name);

describe('edits of a suite', () => {
  it('adds a test with a free name and one step to fill in', () => {
    const suite = addTest(addTest(suiteOf('A'), 1), 2);
    expect(names(suite)).toEqual(['A', 'New test', 'New test 2']);
    expect(suite.tests[1]?.interactions).toHaveLength(1);
  });

  it('clones a test right after itself, and the copy is its own', () => {
    const suite = cloneTest(suiteOf('A', 'B'), 0);
    expect(names(suite)).toEqual(['A', 'A 2', 'B']);
    const changed = changeInteractions(suite, 1, () => []);
    expect(changed.tests[0]?.interactions).toHaveLength(1);
  });

  it.each([
    ['A', 'A 3'],
    ['A 2', 'A 3'],
    ['B', 'B'],
  ])('finds a free name for "%s": "%s"', (wanted, free) => {
    expect(freeTestName(suiteOf('A', 'A 2'), wanted)).toBe(free);
  });

  it('deletes and moves tests', () => {
    expect(names(deleteTest(suiteOf('A', 'B', 'C'), 1))).toEqual(['A', 'C']);
    expect(names(moveTest(suiteOf('A', 'B', 'C'), 0, 2))).toEqual(['B', 'C', 'A']);
    expect(names(moveTest(suiteOf('A', 'B'), 7, 0))).toEqual(['A', 'B']);
  });

  it('takes a value out that is undefined', () => {
    const suite = changeConfiguration(suiteOf('A'), { concurrency: undefined, lenient: true });
    expect(suite.configuration).toEqual({ lenient: true });
    const described = changeTest(suite, 0, { description: 'Why' });
    expect(
      'description' in (changeTest(described, 0, { description: undefined }).tests[0] ?? {}),
    ).toBe(false);
  });

  it.each([
    ['replyTimeout: soon', { replyTimeoutMs: 5000 }, 'replyTimeout: 5'],
    ['maxResponseWaitTime: soon', { replyTimeoutMs: 5000 }, 'replyTimeout: 5'],
    ['lenientMode: maybe', { lenient: true }, 'lenient: true'],
    ['stopTestOnFailure: maybe', { stopOnFailure: true }, 'stopOnFailure: true'],
  ])('puts a setting in place of what could not be used: %s', (written, change, wanted) => {
    const source = `configuration:\n  ${written}\n---\n- test: A\n- hi: yes\n`;
    const changed = applySuite(source, changeConfiguration(parseSuite(source).suite, change));
    expect(changed).toContain(`  ${wanted}`);
    expect(changed).not.toContain(written);
    expect(parseSuite(changed).problems).toEqual([]);
  });

  it.each([
    ['Billing address', ['Billing address', 'Billing']],
    ['Billing', ['Order', 'Billing']],
    ['', ['Order', 'Billing']],
    [' ', ['Order', 'Billing']],
    ['Order', ['Order', 'Billing']],
  ])('renames a test to "%s" only where the name is its own', (name, wanted) => {
    expect(names(renameTest(suiteOf('Order', 'Billing'), 0, name, new Set()))).toEqual(wanted);
  });

  const keys = ({ tests }: Suite) => tests.map(({ key }) => key);
  const stored = new Set(['Order', 'Billing']);

  it('keeps the key of a stored test through renames and moves, and none where it is the name', () => {
    const once = renameTest(suiteOf('Order', 'Billing'), 0, 'Ordering', stored);
    expect(keys(once)).toEqual(['Order', undefined]);
    const twice = moveTest(renameTest(once, 0, 'Orders', stored), 0, 1);
    expect([names(twice), keys(twice)]).toEqual([
      ['Billing', 'Orders'],
      [undefined, 'Order'],
    ]);
    const back = renameTest(twice, 1, 'Order', stored);
    expect(back.tests[1]).not.toHaveProperty('key');
  });

  it('keeps no key of a test that is not stored yet', () => {
    expect(keys(renameTest(suiteOf('New test'), 0, 'Greeting', new Set()))).toEqual([undefined]);
  });

  it('lets two tests change their names and keep their history', () => {
    const aside = renameTest(suiteOf('Order', 'Billing'), 0, 'Aside', stored);
    const swapped = renameTest(renameTest(aside, 1, 'Order', stored), 0, 'Billing', stored);
    expect([names(swapped), keys(swapped)]).toEqual([
      ['Billing', 'Order'],
      ['Order', 'Billing'],
    ]);
  });

  it('copies a test without its history, under a name that has none either', () => {
    const renamed = renameTest(suiteOf('Order 2', 'Order 3'), 1, 'Order', new Set(['Order 3']));
    const copied = cloneTest(renamed, 1);
    expect([names(copied), keys(copied)]).toEqual([
      ['Order 2', 'Order', 'Order 4'],
      [undefined, 'Order 3', undefined],
    ]);
  });

  it('reads the keys of a stored text', () => {
    const source = '- test: A\n- settings: { key: B }\n- hi: yes\n---\n- test: C\n- hi: yes\n';
    expect([...storedKeysOf(suiteForTests(source))]).toEqual(['B', 'C']);
  });

  it('leaves what it was given as it was', () => {
    const suite = suiteOf('A', 'B');
    const before = structuredClone(suite);
    moveTest(cloneTest(addTest(suite, 0), 1), 0, 2);
    expect(suite).toEqual(before);
  });
});

describe('the open test when tests are moved', () => {
  const list = [0, 1, 2, 3, 4];
  const moves = list.flatMap((from) => list.map((to) => [from, to] as const));

  it.each(moves)('stays the same test when %i goes to %i', (from, to) => {
    const moved = moveTo(list, from, to);
    for (const place of list) expect(moved[placeAfterMove(place, from, to)]).toBe(place);
  });
});

describe('inserting', () => {
  it.each([
    [0, ['x', 'a', 'b']],
    [2, ['a', 'b', 'x']],
  ])('at %i', (index, wanted) => {
    expect(insertAt(['a', 'b'], index, 'x')).toEqual(wanted);
  });
});
