import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '../../db/schema/sessions.ts';
import { users } from '../../db/schema/users.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { ownerDatabase } from '../database/organization-database.ts';
import { type CleanUp, cleanUp, cleanUpRows, listCleanUps, type Part } from './clean-up.ts';

const isServer = Boolean(process.env.PARLEY_TEST_DATABASE_URL);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  const { db } = app.platform;
  await db.insert(users).values({ id: 'ada', name: 'Ada', email: 'ada@example.org' });
});
afterAll(() => app.close());

const never = new AbortController().signal;

async function fill(count: number): Promise<void> {
  await app.platform.db.execute(sql`
    insert into ${sessions} (id, token, user_id, expires_at)
    select gen_random_uuid(), gen_random_uuid(), 'ada', now() - interval '2 days'
    from generate_series(1, ${count}::int)`);
}

const countSessions = () => app.platform.db.$count(sessions);

const stateOf = async (kind: string) =>
  (await listCleanUps(app.platform.db)).find((state) => state.kind === kind);

const expired = (kind: string) =>
  cleanUpRows(kind, sessions, sql`${sessions.expiresAt} < now() - interval '1 day'`);

/** Records how many rows each batch removes, and calls `afterEach` after it. */
function watched(cleanUpOf: CleanUp, sizes: number[], afterEach = () => {}): CleanUp {
  return {
    ...cleanUpOf,
    async *parts(ask, signal) {
      for await (const part of cleanUpOf.parts(ask, signal))
        yield {
          ...part,
          async removeSome(asked, most) {
            const removed = await part.removeSome(asked, most);
            sizes.push(removed);
            afterEach();
            return removed;
          },
        } satisfies Part;
    },
  };
}

describe('a clean-up', () => {
  it('removes expired rows in batches, however many there are', async () => {
    await fill(20_000);
    const sizes: number[] = [];
    expect(await cleanUp(app.platform, [watched(expired('many'), sizes)], never)).toBe(true);
    expect(await countSessions()).toBe(0);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5000);
    expect(sizes.length).toBeGreaterThan(4);
    expect(await stateOf('many')).toEqual({ kind: 'many', left: 0, behindSeconds: 0 });
  });

  it('that is interrupted reports how far behind it is, and continues from there', async () => {
    await fill(20_000);
    const stop = new AbortController();
    const sizes: number[] = [];
    const interrupted = watched(expired('interrupted'), sizes, () => {
      if (sizes.length === 2) stop.abort();
    });
    expect(await cleanUp(app.platform, [interrupted], stop.signal)).toBe(false);
    const left = await countSessions();
    expect(left).toBe(20_000 - (sizes[0] ?? 0) - (sizes[1] ?? 0));
    expect(await stateOf('interrupted')).toMatchObject({ left });
    await sleep(20);
    expect((await stateOf('interrupted'))?.behindSeconds).toBeGreaterThan(0);
    expect(await cleanUp(app.platform, [expired('interrupted')], never)).toBe(true);
    expect(await stateOf('interrupted')).toMatchObject({ left: 0, behindSeconds: 0 });
    expect(await countSessions()).toBe(0);
  });

  it('leaves time to those behind it', async () => {
    await fill(10);
    const endless: CleanUp = {
      kind: 'endless',
      parts: () => [{ removeSome: (_ask, most) => sleep(5, most) }],
    };
    const isDone = await cleanUp(app.platform, [endless, expired('behind-it')], never, 1000);
    expect(isDone).toBe(false);
    expect(await countSessions()).toBe(0);
    expect((await stateOf('endless'))?.behindSeconds).toBeGreaterThan(0);
    expect((await stateOf('behind-it'))?.behindSeconds).toBe(0);
  });

  it('that fails delays no other, and its job fails', async () => {
    await fill(10);
    const failing: CleanUp = {
      kind: 'failing',
      parts: () => [{ removeSome: () => Promise.reject(new Error('The bucket is away')) }],
    };
    await expect(cleanUp(app.platform, [failing, expired('sound')], never)).rejects.toThrow(
      'The bucket is away',
    );
    expect(await countSessions()).toBe(0);
    expect(await stateOf('failing')).toMatchObject({ left: 0 });
    expect((await stateOf('failing'))?.behindSeconds).toBeGreaterThan(0);
  });

  it.skipIf(!isServer)(
    'lets the database end a statement that takes too long, and takes a smaller batch',
    async () => {
      const { db } = app.platform;
      const asked: number[] = [];
      const slow: CleanUp = {
        kind: 'slow',
        parts: () => [
          {
            async removeSome(ask, most) {
              asked.push(most);
              // 5 s for the first batch, longer than a connection waits for a result.
              await ask((tx) => tx.execute(sql`select pg_sleep(${most / 100})`));
              return 0;
            },
          },
        ],
      };
      expect(await cleanUp(app.platform, [slow], never)).toBe(true);
      expect(asked).toEqual([500, 125]);
      const { rows } = await ownerDatabase(db).execute(sql`
        select query from pg_stat_activity where state = 'active' and query like '%pg_sleep%'
          and datname = current_database() and pid <> pg_backend_pid()`);
      expect(rows).toEqual([]);
    },
  );
});
