import { expect, it } from 'vitest';
import type { Database } from './db.ts';
import { type Deletion, removeInPhases } from './deletions.ts';

const deleted = { userId: 'ada', organizationIds: ['acme'] };

/** Creates a deletion with a number of steps that records each call. */
function deletionOf(
  phase: Deletion['phase'],
  name: string,
  { calls, steps }: { calls: string[]; steps: number },
): Deletion {
  let left = steps;
  return {
    phase,
    async removeSome(_, asked) {
      expect(asked).toBe(deleted);
      calls.push(name);
      left -= 1;
      return left > 0;
    },
  };
}

it('removes rows of a phase only after the earlier phases are complete', async () => {
  const calls: string[] = [];
  const removeSome = removeInPhases([
    deletionOf('mentions', 'names', { calls, steps: 1 }),
    deletionOf('records', 'usage', { calls, steps: 2 }),
    deletionOf('work', 'runs', { calls, steps: 2 }),
    deletionOf('work', 'load tests', { calls, steps: 1 }),
  ]);
  const db = {} as Database;
  expect(await removeSome(db, deleted)).toBe(true);
  expect(calls).toEqual(['runs']);
  expect(await removeSome(db, deleted)).toBe(true);
  expect(calls.splice(0)).toEqual(['runs', 'runs', 'load tests', 'usage']);
  expect(await removeSome(db, deleted)).toBe(false);
  expect(calls).toEqual(['runs', 'load tests', 'usage', 'names']);
});

it('has nothing left where no module deletes anything', async () => {
  expect(await removeInPhases([])({} as Database, deleted)).toBe(false);
});
