import { setTimeout as sleep } from 'node:timers/promises';
import { identity } from '@parley/contract';
import type pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callApi } from '../../test/call-api.ts';
import { createTestDatabase } from '../../test/database-template.ts';
import { freePort } from '../../test/free-port.ts';
import { hasPgBouncer, startPgBouncer } from '../../test/pgbouncer.ts';
import { createEmptyPostgresql, onServer } from '../../test/postgresql-database.ts';
import { startServerProcess } from '../../test/server-process.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../observability/log.ts';
import { openDatabase } from './open-database.ts';
import { refuseChangingSessions } from './refuse-changing-sessions.ts';

const serverUrl = process.env.PARLEY_TEST_DATABASE_URL;

/** Simulates a pooler in front of PostgreSQL. The session that was released last is used first. */
function fakePooler(mode: 'session' | 'transaction') {
  const free: number[] = [];
  let sessions = 0;
  return () => {
    let own: number | undefined;
    let isInside = false;
    const answer = async (text: string) => {
      own ??= free.pop() ?? ++sessions;
      if (text === 'begin') isInside = true;
      if (text === 'rollback') isInside = false;
      const rows = [{ pid: own }];
      if (!isInside && mode === 'transaction') {
        free.push(own);
        own = undefined;
      }
      return { rows };
    };
    return { query: answer } as unknown as pg.Client;
  };
}

describe('a pooler before the database', () => {
  it('that changes sessions between transactions is detected', async () => {
    const byTransaction = fakePooler('transaction');
    await expect(refuseChangingSessions(byTransaction(), byTransaction())).rejects.toThrow(
      'pool_mode = session',
    );
    const bySession = fakePooler('session');
    await refuseChangingSessions(bySession(), bySession());
  });

  describe.skipIf(!serverUrl || !hasPgBouncer)('PgBouncer', () => {
    async function openThrough(mode: 'session' | 'transaction' | 'statement') {
      const database = await createTestDatabase();
      onTestFinished(() => database.drop());
      const pooler = await startPgBouncer(database.environment.DATABASE_URL ?? '', mode);
      onTestFinished(() => pooler.close());
      const config = readConfig({ ...database.environment, DATABASE_URL: pooler.databaseUrl });
      return openDatabase(config, createLog('fatal'));
    }

    it.each(['transaction', 'statement'] as const)(
      'is refused at the start with what to do, by %s',
      async (mode) => {
        await expect(openThrough(mode)).rejects.toThrow(
          /^DATABASE_URL leads to a pooler .* set pool_mode = session .*\.$/,
        );
      },
    );

    it('serves by session, without settings of its own', async () => {
      const database = await openThrough('session');
      onTestFinished(() => database.close());
      const { rows } = await database.pool.query(
        `select current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout`,
      );
      expect(rows).toEqual([{ zone: 'UTC', timeout: '30s' }]);
    });
  });
});

describe.skipIf(!serverUrl)('a role with fewer connections than a server may use', () => {
  it('is served by those that it has, and the log says how many are needed', async () => {
    const database = await createEmptyPostgresql(serverUrl ?? '');
    const url = new URL(database.environment.DATABASE_URL ?? '');
    const name = url.pathname.slice(1);
    const role = `${name}_role`;
    await onServer(serverUrl ?? '', async (client) => {
      await client.query(`create role ${role} login password 'few' connection limit 3`);
      await client.query(`alter database ${name} owner to ${role}`);
    });
    onTestFinished(async () => {
      await database.drop();
      await onServer(serverUrl ?? '', (client) => client.query(`drop role ${role}`));
    });
    url.username = role;
    url.password = 'few';
    const server = await startServerProcess({
      ...database.environment,
      DATABASE_URL: url.href,
      PORT: String(await freePort()),
    });
    onTestFinished(async () => void (await server.end('SIGTERM')));
    const email = 'ada@example.org';
    const { body } = await callApi(server.url, identity.signUp, {
      body: { email, password: 'Correct-Horse-7' },
    });
    const profile = `${server.url}/internal/v1/users/${body.user.id}`;
    const headers = { authorization: `Bearer ${body.token}` };
    const statuses = new Map<number, number>();
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => fetch(profile, { headers })),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(50);
    }
    expect([...statuses]).toEqual([[200, 240]]);
    expect(server.output()).toContain('"connectionsMax":3,"needed":11');
  }, 120_000);
});
