import { describe, expect, it } from 'vitest';
import { expectUse, type Wish } from './expect-use.ts';

const now = 1000;

function run(name: string, conversations: number, durationMs: number | undefined, at = now): Wish {
  return { name, conversations, durationMs, dueAt: at };
}

function atWork(name: string, conversations: number, durationMs: number | undefined): Wish {
  return { ...run(name, conversations, durationMs, 900), startedAt: 900 };
}

const unknown = undefined;

describe('what is expected of a line', () => {
  it.each<[string, number, Wish[], [number | undefined, string | undefined][]]>([
    [
      'starts what fits at once',
      2,
      [run('a', 1, 50), run('b', 1, 50)],
      [
        [now, unknown],
        [now, unknown],
      ],
    ],
    [
      'waits for what is at work',
      2,
      [atWork('a', 2, 300), run('b', 1, 50)],
      [
        [900, unknown],
        [1200, 'a'],
      ],
    ],
    [
      'is not overtaken by a smaller one',
      3,
      [atWork('a', 1, 300), run('b', 3, 100), run('c', 1, 10)],
      [
        [900, unknown],
        [1200, 'a'],
        [1300, 'b'],
      ],
    ],
    [
      'gives the limit to what asks for more',
      2,
      [run('a', 9, 50), run('b', 9, 50)],
      [
        [now, unknown],
        [1050, 'a'],
      ],
    ],
    [
      'knows nothing behind what was never timed',
      1,
      [atWork('a', 1, unknown), run('b', 1, 50), run('c', 1, 50)],
      [
        [900, unknown],
        [unknown, 'a'],
        [unknown, 'a'],
      ],
    ],
    [
      'does not take overdue runs for ended',
      1,
      [atWork('a', 1, 20), run('b', 1, 50)],
      [
        [900, unknown],
        [now, unknown],
      ],
    ],
    [
      'lets a later slot come when it is due',
      1,
      [run('a', 1, 50), run('b', 1, 50, 2000), run('c', 1, 50, 2010)],
      [
        [now, unknown],
        [2000, unknown],
        [2050, 'b'],
      ],
    ],
  ])('%s', (_, limit, wishes, expected) => {
    const found = expectUse(limit, wishes, now);
    expect(found.map(({ start, behind }) => [start, behind])).toEqual(expected);
  });
});
