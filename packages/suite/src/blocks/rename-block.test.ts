import { describe, expect, it } from 'vitest';
import { renameInLibrary, renameUses } from './rename-block.ts';

const strict = 'configuration:\n  syntax: 2\n---\n';

describe('renaming a block of a library', () => {
  it('renames its uses in a suite and keeps comments and spelling', () => {
    const source = (name: string) => `${strict}# Why.
- test: A   # as agreed
- ${name}: { user: 'anna' }   # first
- hi:   "hello"
- &again
  ${name}: { user: eve }
- *again
- "$USE log in": a message
- $USE log in twice
---
- block: own
- ${name}: {user: x}
`;
    expect(renameUses(source('$USE log in'), 'log in', 'sign in')).toEqual({
      text: source('$USE sign in'),
      count: 4,
    });
    expect(renameUses(source('$use  log   in'), 'log in', 'sign in')).toEqual({
      text: source('$USE sign in'),
      count: 4,
    });
  });

  it.each([
    ['a suite without uses', `${strict}- test: A\n- hi\n# $USE log in\n`],
    [
      'a suite with its own block of the name',
      `${strict}- test: A\n- $USE log in\n---\n- block: log in\n- hi\n`,
    ],
    ['a suite of version 1', '- $USE log in: hi\n'],
  ])('changes nothing in %s', (_, text) => {
    expect(renameUses(text, 'log in', 'sign in')).toEqual({ text, count: 0 });
  });

  it('says where the new name would mean something else, or cannot be written', () => {
    const own = `${strict}- test: A\n- $USE log in\n---\n- block: sign in\n- hi\n`;
    expect(renameUses(own, 'log in', 'sign in')).toEqual({
      problem: 'It has a block of its own called "sign in", which its tests would use instead.',
    });
    const flow = `${strict}[ test: A, $USE log in, hi ]\n`;
    expect(renameUses(flow, 'log in', 'log in')).toMatchObject({ count: 1 });
    expect(renameUses(flow, 'log in', 'in, then out')).toMatchObject({
      problem: expect.stringContaining('cannot be written'),
    });
  });

  it('renames it in the library, with its uses there', () => {
    const library = (name: string) =>
      `# All begin so.\n- block: ${name}  # the name\n- hi\n---\n- block: two\n- $USE ${name}\n`;
    expect(renameInLibrary(library('log in'), 'log in', 'sign in')).toEqual({
      text: library('sign in'),
      count: 1,
    });
    expect(
      renameInLibrary(
        library('"log in"').replace('$USE "log in"', '$USE log in'),
        'log in',
        'sign in',
      ),
    ).toEqual({
      text: library('sign in'),
      count: 1,
    });
    for (const [from, to] of [
      ['none', 'x'],
      ['log in', 'two'],
      ['log in', 'a: b'],
    ] as const)
      expect(renameInLibrary(library('log in'), from, to)).toEqual({ problem: expect.any(String) });
  });
});
