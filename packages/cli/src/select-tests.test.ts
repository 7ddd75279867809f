import { parseSuite, planRun } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { parseShard, parseTags, type Selection, selectTests } from './select-tests.ts';

const files = [
  [
    'configuration: { tags: bank }',
    '- test: Balance\n- tags: smoke, slow\n- a: b',
    '- test: Card\n- a: b',
  ],
  ['- test: Weather\n- tags: smoke\n- a: b', '- test: Time\n- a: b', '- test: Date\n- a: b'],
].map((documents) => parseSuite(documents.join('\n---\n')));

const none: Selection = { tags: [], excludedTags: [] };

describe('the tests that count', () => {
  it.each<[string, Partial<Selection>, string[]]>([
    ['are all without a wish', {}, ['Balance', 'Card', 'Weather', 'Time', 'Date']],
    ['are those whose name matches', { grep: /^.a/ }, ['Balance', 'Card', 'Date']],
    ['have one of the tags', parseTags(['smoke']), ['Balance', 'Weather']],
    ['inherit the tags of their suite', parseTags(['bank']), ['Balance', 'Card']],
    ['have none of the excluded tags', parseTags(['smoke, !slow']), ['Weather']],
    [
      'are dealt out to shards over all suites',
      { shard: parseShard('1/2') },
      ['Balance', 'Weather', 'Date'],
    ],
    ['are the others in the other shard', { shard: parseShard('2/2') }, ['Card', 'Time']],
    [
      'are chosen first and dealt out then',
      { grep: /a/, shard: parseShard('2/2') },
      ['Card', 'Date'],
    ],
  ])('%s', (_, selection, names) => {
    const selected = selectTests(files, { ...none, ...selection });
    expect(selected.flatMap(({ suite }) => suite.tests.map(({ name }) => name))).toEqual(names);
  });

  it('are skipped where another is the only one, also when that does not count', () => {
    const only = parseSuite('- test: A\n- a: b\n---\n- test.only: B\n- a: b');
    const modesOf = (selection: Partial<Selection>) =>
      selectTests([only], { ...none, ...selection }).flatMap(({ suite }) =>
        planRun(suite).map(({ test, mode }) => [test.name, mode]),
      );
    expect(modesOf({ grep: /A/ })).toEqual([['A', 'skipped']]);
    expect(modesOf({ shard: parseShard('2/2') })).toEqual([['B', 'run']]);
  });

  it.each<[string, Partial<Selection>]>([
    ['without a wish', {}],
    ['by their names', { grep: /A|B/ }],
  ])('are told to be left out by another, %s', (_, selection) => {
    const only = parseSuite(
      '- test.only: A\n- a: b\n---\n- test: B\n- a: b\n---\n- test.skip: C\n- a: b',
    );
    const planned = selectTests([only], { ...none, ...selection }).flatMap(({ suite }) =>
      planRun(suite).map(({ test, mode, isLeftOutByOnly }) => [test.name, mode, isLeftOutByOnly]),
    );
    expect(planned.slice(0, 2)).toEqual([
      ['A', 'run', undefined],
      ['B', 'skipped', true],
    ]);
    if (!selection.grep) expect(planned[2]).toEqual(['C', 'skipped', undefined]);
  });

  it.each(['0/2', '3/2', '1', 'a/b', '1/2/3'])('"%s" is no shard', (text) => {
    expect(() => parseShard(text)).toThrow('--shard is a part and a total');
  });
});
