import { describe, expect, it } from 'vitest';
import type { Json } from '../format/model/suite.ts';
import { parsePath, readPath } from './path.ts';

const answer: Json = {
  a: {
    'b c': 1,
    empty: [{ id: null }],
    missing: null,
    "it's": 2,
    list: [{ id: 1 }, { id: 2, tags: ['x', 'y'] }],
  },
  'dashed-name': 3,
  text: 'hi',
  missing: 'here',
};

function read(path: string, value: Json = answer) {
  const parsed = parsePath(path);
  if (parsed.problem !== undefined) throw new Error(parsed.problem);
  return readPath(parsed.segments, value);
}

describe('readPath', () => {
  it.each<[string, Json | undefined]>([
    ['$', answer],
    ['text', 'hi'],
    ['$.text', 'hi'],
    ["a['b c']", 1],
    ['a["b c"]', 1],
    ["a['it\\'s']", 2],
    ['dashed-name', 3],
    ['a.list[0].id', 1],
    ['a.list[-1].id', 2],
    ['a.list[*].id', [1, 2]],
    ['a.list.*.id', [1, 2]],
    ['a.list.length', 2],
    ['$..id', [1, 2]],
    ['..tags[0]', ['x']],
    ['$..tags.*', ['x', 'y']],
    ['a.list[1].*', [2, ['x', 'y']]],
    ['a.list[7].id', undefined],
    ['a.list[*].nothing', undefined],
    ['a.empty[*].id', undefined],
    ['$..missing', ['here']],
    ['text.length', 2],
    ['constructor', undefined],
    ['__proto__', undefined],
    ['a.toString', undefined],
  ])('%s', (path, value) => {
    expect(read(path)).toEqual({ value, isCut: false });
  });

  it('ends on answers that are wide and deep', () => {
    let deep: Json = 1;
    for (let level = 0; level < 5000; level += 1) deep = { next: deep, other: [1, 2, 3] };
    expect(read('$..*..*', deep)).toMatchObject({ value: expect.any(Array), isCut: true });
  });

  it.each<[string, number, boolean]>([
    ['$..last', 99_996, false],
    ['$..last', 99_997, true],
    ['list[*].id', 100_000, false],
    ['list[*].id', 100_001, true],
    ['list[-1]', 100_001, false],
  ])('says whether it has looked at everything: %s in %d', (path, length, isCut) => {
    const list = Array.from({ length }, () => 1);
    expect(read(path, { list, more: { last: 'x' } })).toMatchObject({ isCut });
  });
});

describe('parsePath', () => {
  it.each([
    ['', 'empty'],
    ['a b.c[', 'not understood'],
    ['a[b]', 'not understood'],
    ['a[?(@.x)]', 'filters and expressions'],
    ['a[(1)]', 'filters and expressions'],
    ['a[0:2]', 'slices'],
    ['a[0,1]', 'slices'],
    ["$('span').text", 'page selectors'],
    ['a..', 'not understood'],
    ['[0]a', 'a dot is missing'],
    ['a*', 'a dot is missing'],
    ['x'.repeat(501), 'more than 500'],
  ])('refuses %s', (path, reason) => {
    expect(parsePath(path).problem).toContain(reason);
  });
});
