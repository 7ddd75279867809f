import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorBody, identity } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../../test/call-api.ts';
import { type ChaosProxy, startChaosProxy } from '../../test/chaos-proxy.ts';
import { createTestDatabase } from '../../test/database-template.ts';
import { freePort } from '../../test/free-port.ts';
import { lookIntoDatabase } from '../../test/look-into-database.ts';
import type { TestDatabase } from '../../test/postgresql-database.ts';
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts';

const isPostgresql = Boolean(process.env.PARLEY_TEST_DATABASE_URL);

describe.runIf(isPostgresql)('a PostgreSQL database with a time zone of its own', () => {
  it('is asked in UTC, which days go by', async () => {
    const { environment, drop } = await createTestDatabase();
    try {
      await lookIntoDatabase(environment, async ({ pool }) => {
        const { rows } = await pool.query('select current_database() as name');
        await pool.query(`alter database ${rows[0].name} set timezone to 'Asia/Tokyo'`);
      });
      await lookIntoDatabase(environment, async ({ pool }) => {
        expect((await pool.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }]);
        await pool.query('reset timezone');
        expect((await pool.query('show timezone')).rows).toEqual([{ TimeZone: 'Asia/Tokyo' }]);
      });
    } finally {
      await drop();
    }
  });
});

/** Longest time that clients wait for a connection and a response, in milliseconds, with a margin for busy machines. */
const answerTimeoutMs = 8000;

describe.runIf(isPostgresql)('while the PostgreSQL server is away', () => {
  let database: TestDatabase;
  let proxy: ChaosProxy;
  let server: ServerProcess;
  let profile: string;
  let token: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.environment.DATABASE_URL ?? '');
    proxy = await startChaosProxy({ host: url.hostname, port: Number(url.port || 5432) });
    server = await startServerProcess({
      ...database.environment,
      DATABASE_URL: addressOfProxy(),
      PORT: String(await freePort()),
    });
    const { body } = await callApi(server.url, identity.signUp, {
      body: { email: 'ada@example.org', password: 'Correct-Horse-7' },
    });
    token = body.token;
    profile = `${server.url}/internal/v1/users/${body.user.id}`;
  });

  afterAll(async () => {
    await server.end('SIGTERM');
    await proxy.close();
    await database.drop();
  });

  const get = (url: string) =>
    fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(answerTimeoutMs),
    });

  it('says so once, and once that it is back, however many miss it', async () => {
    // Also if this test is tried again.
    proxy.set('through');
    await untilReady(server.url);
    const before = server.output().length;
    const lines = () =>
      server
        .output()
        .slice(before)
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { level: number; msg: string; leftOut?: number })
        .filter(({ level, msg }) => level >= 40 || msg.startsWith('The database'));
    proxy.set('refuse');
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([get(profile), get(profile)]);
      await sleep(500);
    }
    // What fails in the moment before the outage is known says so itself.
    const away = lines().findIndex(({ msg }) => msg === 'The database is away');
    const since = () => lines().slice(away);
    expect(since()).toEqual([expect.objectContaining({ msg: 'The database is away' })]);
    proxy.set('through');
    await untilReady(server.url);
    await expect
      .poll(() => since().map(({ msg }) => msg), { timeout: 5000 })
      .toEqual(['The database is away', 'The database is back']);
    expect(since()[1]?.leftOut).toBeGreaterThan(10);
  }, 60_000);

  it.each(['reset', 'refuse', 'swallow'] as const)(
    'answers every request, and is back when it is (%s)',
    async (chaos) => {
      proxy.set(chaos);
      const answers = await Promise.all(Array.from({ length: 30 }, () => get(profile)));
      for (const answer of answers) {
        expect(answer.status).toBe(503);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(((await answer.json()) as ErrorBody).error.code).toBe('unavailable');
      }
      expect((await get(`${server.url}/livez`)).status).toBe(200);
      expect((await get(`${server.url}/readyz`)).status).toBe(503);
      proxy.set('through');
      await untilReady(server.url);
      const after = await Promise.all(Array.from({ length: 30 }, () => get(profile)));
      expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
      expect(server.child.exitCode).toBeNull();
    },
    60_000,
  );

  it('takes the loss of a connection between two questions of a transaction', async () => {
    const environment = { ...database.environment, DATABASE_URL: addressOfProxy() };
    await lookIntoDatabase(environment, async ({ pool }) => {
      const client = await pool.connect();
      await client.query('begin');
      const isLost = new Promise((resolve) => client.once('end', resolve));
      proxy.set('reset');
      await isLost;
      await expect(client.query('commit')).rejects.toThrow();
      client.release(true);
      proxy.set('through');
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    });
  });

  function addressOfProxy(): string {
    const url = new URL(database.environment.DATABASE_URL ?? '');
    url.host = `127.0.0.1:${proxy.port}`;
    return url.href;
  }

  async function untilReady(url: string): Promise<void> {
    const deadline = Date.now() + 15_000;
    while (!(await get(`${url}/readyz`)).ok) {
      if (Date.now() > deadline) throw new Error('The server did not come back');
      await sleep(100);
    }
  }
});
