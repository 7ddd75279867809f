import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { domainEvents } from '../../db/schema/domain-events.ts';
import { createTenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import {
  consumeDue,
  consumerOf,
  defineEvent,
  type EventConsumer,
  recordEvents,
} from './domain-events.ts';

let app: TestApp;
let organizationId: string;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  ({ organizationId } = await createTenant(app));
});

beforeEach(async () => {
  await app.platform.db.delete(domainEvents);
});

afterAll(() => app.close());

const ended = defineEvent('test.ended', z.object({ id: z.number() }));

const record = (...ids: number[]) =>
  recordEvents(
    app.platform.db,
    ended,
    ids.map((id) => ({ organizationId, payload: { id } })),
  );

/** Creates a consumer that records each batch of ids, and throws on a batch that contains a bad one. */
function writing(name = 'test.write', isBad: (id: number) => boolean = () => false) {
  const got: number[][] = [];
  const consumer = consumerOf(name, ended, async (events) => {
    got.push(events.map(({ id }) => id));
    if (events.some(({ id }) => isBad(id))) throw new Error('Not this one');
  });
  return { got, consumer };
}

const consume = (...consumers: EventConsumer[]) => {
  const { db, log } = app.platform;
  return consumeDue({ db, log, consumers, stopping: new AbortController().signal });
};

const left = () =>
  app.platform.db
    .select({ payload: domainEvents.payload, consumedBy: domainEvents.consumedBy })
    .from(domainEvents)
    .orderBy(domainEvents.id);

/** Makes all claimed and postponed events due. */
const waitLong = () =>
  app.platform.db.update(domainEvents).set({ nextAttemptAt: sql`now() - interval '1 second'` });

describe('an event', () => {
  it('reaches every consumer of its kind once, in order, and is gone then', async () => {
    const [one, two] = [writing('test.one'), writing('test.two')];
    await record(1, 2, 3);
    await consume(one.consumer, two.consumer);
    await consume(one.consumer, two.consumer);
    expect([one.got, two.got]).toEqual([[[1, 2, 3]], [[1, 2, 3]]]);
    expect(await left()).toEqual([]);
  });

  it('is there only if the transaction is kept in which it happened', async () => {
    const { db } = app.platform;
    const failing = db.transaction(async (tx) => {
      await recordEvents(tx, ended, [{ organizationId, payload: { id: 1 } }]);
      throw new Error('Undone');
    });
    await expect(failing).rejects.toThrow('Undone');
    expect(await left()).toEqual([]);
  });

  it('is left to others where no consumer knows its kind', async () => {
    const { got, consumer } = writing();
    await recordEvents(app.platform.db, { ...ended, type: 'test.later' }, [
      { organizationId, payload: { id: 1 } },
    ]);
    await consume(consumer);
    expect(got).toEqual([]);
    expect(await left()).toHaveLength(1);
  });

  it('goes to one of two workers, also while both look', async () => {
    const workers = [writing(), writing()];
    await record(...Array.from({ length: 500 }, (_, id) => id));
    await Promise.all(workers.map(({ consumer }) => consume(consumer)));
    const all = workers.flatMap(({ got }) => got.flat()).sort((a, b) => a - b);
    expect(all).toEqual(Array.from({ length: 500 }, (_, id) => id));
    expect(await left()).toEqual([]);
  });

  it('comes again to another worker when the first one died with it', async () => {
    const { got, consumer } = writing();
    await record(1);
    const dying = consume({ ...consumer, consume: () => new Promise(() => {}) });
    await expect
      .poll(() => app.platform.db.$count(domainEvents, sql`${domainEvents.attempts} = 1`))
      .toBe(1);
    await consume(consumer);
    expect(got).toEqual([]);
    await waitLong();
    await consume(consumer);
    expect(got).toEqual([[1]]);
    expect(await left()).toEqual([]);
    void dying;
  });
});

describe('a consumer that fails', () => {
  it('gets again what it failed with, and keeps nothing back from others', async () => {
    let isBroken = true;
    const failing = writing('test.failing', (id) => isBroken && id === 2);
    const sound = writing('test.sound');
    await record(1, 2, 3);
    await consume(failing.consumer, sound.consumer);
    expect(failing.got).toEqual([[1, 2, 3], [1], [2], [3]]);
    expect(sound.got).toEqual([[1, 2, 3]]);
    expect(await left()).toEqual([{ payload: { id: 2 }, consumedBy: ['test.sound'] }]);

    // The retry does not happen at once.
    await consume(failing.consumer, sound.consumer);
    expect(failing.got).toHaveLength(4);
    isBroken = false;
    await waitLong();
    await consume(failing.consumer, sound.consumer);
    expect(failing.got.slice(4)).toEqual([[2]]);
    expect(sound.got).toHaveLength(1);
    expect(await left()).toEqual([]);
  });

  it('keeps an event that it cannot read', async () => {
    const { got, consumer } = writing();
    await app.platform.db
      .insert(domainEvents)
      .values({ organizationId, type: ended.type, payload: { id: 'one' } });
    await record(2);
    await consume(consumer);
    expect(got).toEqual([[2]]);
    expect(await left()).toEqual([{ payload: { id: 'one' }, consumedBy: [] }]);
  });
});
