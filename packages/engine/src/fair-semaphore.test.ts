import { describe, expect, it } from 'vitest';
import { createFairSemaphore, type SemaphoreLimits } from './fair-semaphore.ts';
import { createRunStop } from './run-stop.ts';

const semaphoreOf = (limits: Partial<SemaphoreLimits> = {}) =>
  createFairSemaphore(
    { atOnce: 2, atOncePerParty: 2, waitMs: 60_000, ...limits },
    () => new Error('Too long'),
  );

/** Entrants in the order of their admission. */
function entrants(turns: ReturnType<typeof semaphoreOf>) {
  const inside: string[] = [];
  const enter = (name: string, party = name, member?: string) => {
    const entry = turns.enter(party, { member }).then((leave) => {
      inside.push(name);
      return leave;
    });
    // Some still wait when their test ends, and are refused during another test.
    entry.catch(() => undefined);
    return entry;
  };
  return { inside, enter };
}

const settle = () => new Promise(setImmediate);

describe('turns', () => {
  it('let in as many as may be at once, the next when one leaves', async () => {
    const { inside, enter } = entrants(semaphoreOf());
    const [first] = await Promise.all([enter('a'), enter('b')]);
    void enter('c');
    await settle();
    expect(inside).toEqual(['a', 'b']);
    first?.();
    await settle();
    expect(inside).toEqual(['a', 'b', 'c']);
  });

  it('give the next place to whoever has the fewest, then to who came first', async () => {
    const { inside, enter } = entrants(semaphoreOf());
    const [first, second] = await Promise.all([enter('a1', 'a'), enter('a2', 'a')]);
    for (const name of ['a3', 'a4']) void enter(name, 'a');
    void enter('b1', 'b');
    first?.();
    await settle();
    second?.();
    await settle();
    expect(inside).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('go round where there is one place, however many one party waits with', async () => {
    const { inside, enter } = entrants(semaphoreOf({ atOnce: 1 }));
    const queued = ['a1', 'a2', 'a3', 'a4'].map((name) => enter(name, 'a'));
    const others = [enter('b1', 'b'), enter('b2', 'b'), enter('c1', 'c')];
    for (const entry of [queued[0], others[0], others[2], queued[1], others[1], queued[2]]) {
      await settle();
      (await entry)?.();
    }
    await settle();
    expect(inside).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('go round among the members of a party, however many one of them waits with', async () => {
    const { inside, enter } = entrants(semaphoreOf({ atOnce: 1 }));
    const queued = ['ann1', 'ann2', 'ann3', 'ann4'].map((name) => enter(name, 'a', 'ann'));
    const others = [enter('bob1', 'a', 'bob'), enter('bob2', 'a', 'bob'), enter('cy1', 'a', 'cy')];
    const foreign = enter('b1', 'b', 'ann');
    for (const entry of [queued[0], foreign, others[0], others[2], queued[1], others[1]]) {
      await settle();
      (await entry)?.();
    }
    await settle();
    (await queued[2])?.();
    await settle();
    expect(inside).toEqual(['ann1', 'b1', 'bob1', 'cy1', 'ann2', 'bob2', 'ann3', 'ann4']);
  });

  it('are refused to a member who has as much waiting as one may have, and to nobody else', async () => {
    const { inside, enter } = entrants(semaphoreOf({ atOnce: 1, waitingPerMember: 2 }));
    const first = await enter('ann1', 'a', 'ann');
    for (const name of ['ann2', 'ann3']) void enter(name, 'a', 'ann');
    await expect(enter('ann4', 'a', 'ann')).rejects.toThrow('Too long');
    void enter('bob1', 'a', 'bob');
    const foreign = enter('b1', 'b', 'ann');
    first();
    (await foreign)();
    await settle();
    expect(inside).toEqual(['ann1', 'b1', 'bob1']);
  });

  it('leave places for others where one party has as many as it may have', async () => {
    const { inside, enter } = entrants(semaphoreOf({ atOnce: 3, atOncePerParty: 2 }));
    for (const name of ['a1', 'a2', 'a3']) void enter(name, 'a');
    void enter('b1', 'b');
    await settle();
    expect(inside).toEqual(['a1', 'a2', 'b1']);
  });

  it('keep the last place for a party that has none, and give it to no other', async () => {
    const { inside, enter } = entrants(
      semaphoreOf({ atOnce: 3, atOncePerParty: 3, isLastShared: true }),
    );
    const first = enter('a1', 'a');
    for (const name of ['a2', 'a3']) void enter(name, 'a');
    const other = enter('b1', 'b');
    void enter('b2', 'b');
    await settle();
    expect(inside).toEqual(['a1', 'a2', 'b1']);
    (await other)();
    await settle();
    expect(inside).toEqual(['a1', 'a2', 'b1', 'b2']);
    (await first)();
    await settle();
    expect(inside).toEqual(['a1', 'a2', 'b1', 'b2']);
  });

  it('end a wait that is stopped, and give its place to the next', async () => {
    const turns = semaphoreOf({ atOnce: 1 });
    const leave = await turns.enter('a');
    using stop = createRunStop(new AbortController().signal, 60_000);
    const stopped = turns.enter('a', stop);
    const next = turns.enter('b');
    stop.stop({ kind: 'cancelled' });
    await expect(stopped).rejects.toThrow('stopped');
    await expect(turns.enter('a', stop)).rejects.toThrow('stopped');
    leave();
    (await next)();
  });

  it('end a wait at its deadline, and count a place that is given back twice once', async () => {
    const turns = semaphoreOf({ atOnce: 1, waitMs: 20 });
    const leave = await turns.enter('a');
    await expect(turns.enter('b')).rejects.toThrow('Too long');
    leave();
    leave();
    await turns.enter('c');
    await expect(turns.enter('d')).rejects.toThrow('Too long');
  });
});
