import { describe, expect, it } from 'vitest';
import { firstToLook } from './first-to-look.ts';

const workers = ['a', 'b', 'c'].map((id) => ({ id, lacks: null as string[] | null }));
const runs = Array.from({ length: 300 }, (_, index) => ({
  id: `run-${index}`,
  needs: ['browser'],
}));

describe('the worker that looks first', () => {
  it('is one that all agree on, in whichever order they know each other, and runs are spread', () => {
    const counts = new Map<string | undefined, number>();
    for (const run of runs) {
      const first = firstToLook(run, workers);
      expect(firstToLook(run, workers.toReversed())).toBe(first);
      counts.set(first, (counts.get(first) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted()).toEqual(['a', 'b', 'c']);
    expect(Math.min(...counts.values())).toBeGreaterThan(50);
  });

  it('has what the run needs, where there is such a one', () => {
    const some = workers.map(({ id }) => ({ id, lacks: id === 'b' ? [] : ['browser'] }));
    const none = workers.map(({ id }) => ({ id, lacks: ['browser'] }));
    expect(new Set(runs.map((run) => firstToLook(run, some)))).toEqual(new Set(['b']));
    expect(new Set(runs.map((run) => firstToLook(run, none)))).toEqual(new Set(['a', 'b', 'c']));
  });

  it('does not exist without workers', () => {
    expect(firstToLook({ id: 'run', needs: [] }, [])).toBeUndefined();
  });
});
