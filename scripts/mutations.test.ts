import { describe, expect, it } from 'vitest';
import { digestOf, isSeen, mutate, parseMutations, problemOf } from './mutations.mjs';

const row = {
  id: 'A-001',
  file: 'scripts/mutations.mjs',
  text: "export const mutationsFile = '",
  replacement: "export const mutationsFile = 'elsewhere/",
  test: 'scripts/mutations.test.ts',
  seen: '-',
};
const named = () => true;

describe('the change of a mutation', () => {
  const source = 'if (a) {\n  return b;\n}\nif (c) {\n  return d;\n}\n';

  it('is made where its text is found once', () => {
    expect(mutate(source, { ...row, text: 'return b;', replacement: '' })).toBe(
      'if (a) {\n  \n}\nif (c) {\n  return d;\n}\n',
    );
  });

  it.each(['return e;', 'return'])('is not made where its text is not found once: %s', (text) => {
    expect(mutate(source, { ...row, text })).toBeUndefined();
  });

  it('spans the end of a line where one line is found more often', () => {
    const changed = mutate('a(\n  x,\n);\nb(\n  x,\n);\n', {
      ...row,
      text: 'b( ⏎ x,',
      replacement: 'b( ⏎ y,',
    });
    expect(changed).toBe('a(\n  x,\n);\nb(\ny,\n);\n');
  });
});

describe('a row', () => {
  it('counts as seen until it is edited', () => {
    const seen = { ...row, seen: digestOf(row) };
    expect([row, seen, { ...seen, text: 'another' }].map(isSeen)).toEqual([false, true, false]);
  });

  it('has six columns', () => {
    expect(() => parseMutations('id\tfile\ttext\treplacement\ttest\tseen\nA-001\tx\n')).toThrow(
      ':2: 2 columns',
    );
  });

  it.each([
    [{ file: 'scripts/gone.mjs' }, 'scripts/gone.mjs is gone'],
    [{ text: 'no longer there' }, '“no longer there” is not found once in scripts/mutations.mjs'],
    [{ replacement: row.text }, 'nothing is changed'],
  ])('is out of date with %o', (change, problem) => {
    expect(problemOf({ ...row, ...change }, named)).toBe(problem);
  });

  it('is out of date where no test names the statement any more', () => {
    expect(problemOf(row, named)).toBeUndefined();
    expect(problemOf(row, () => false)).toBe('no test in scripts/mutations.test.ts names it');
  });
});
