import { type OperationsHealth, operations } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  alertChannels,
  alertDeliveries,
  explorations,
  outboxMails,
} from '../../db/schema/index.ts';
import { startPresence } from '../../platform/presence.ts';
import { defineJob, work } from '../../platform/queue/queue.ts';
import { newId } from '../../platform/security/ids.ts';
import { createBotSuite } from '../../test/bot-suite.ts';
import { createTenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp, type TestUser } from '../../test/test-app.ts';
import { readDisk } from './read-health.ts';

let app: TestApp;
let operator: TestUser;

beforeEach(async () => {
  app = await startTestApp({
    hasWorker: false,
    settings: { PARLEY_OPERATORS: 'Grace@Example.org' },
  });
  operator = await app.signUp({ email: 'grace@example.org' });
});

afterEach(() => app.close());

async function readHealth(): Promise<OperationsHealth> {
  const { status, body } = await app.call(operations.getHealth, { token: operator.token });
  expect(status).toBe(200);
  return body;
}

async function insertDeadMail(): Promise<string> {
  const id = newId();
  const mail = { recipient: 'ada@example.org', subject: 'Hello', html: '', text: '' };
  await app.platform.db
    .insert(outboxMails)
    .values({ id, ...mail, attempts: 450, lastError: 'Mailbox unavailable' });
  return id;
}

async function insertDeadDelivery(): Promise<string> {
  const { organizationId } = await createTenant(app, { name: 'Acme' });
  const [channelId, id] = [newId(), newId()];
  await app.platform.db.insert(alertChannels).values({
    ...{ id: channelId, organizationId, name: 'On call', kind: 'webhook', isEnabled: true },
    ...{ classes: [], afterMinutes: 0, sealedTarget: 'x', targetShown: 'x' },
  });
  await app.platform.db.insert(alertDeliveries).values({
    ...{ id, organizationId, channelId, kind: 'opened', status: 'failed' },
    ...{ attempts: 18, lastError: 'It answered 500' },
  });
  return id;
}

describe('the health of the installation', () => {
  it('is shown to operators only', async () => {
    const other = await app.signUp();
    for (const endpoint of [
      operations.getHealth,
      operations.retryDeadWork,
      operations.deleteDeadWork,
    ]) {
      const params = { kind: 'mails', deadWorkId: await insertDeadMail() };
      const { status, error } = await app.call(endpoint, { token: other.token, params });
      expect(status).toBe(404);
      expect(error?.code).toBe('not_found');
    }
    expect((await readHealth()).deadWork).toHaveLength(3);
  });

  it('is not shown to somebody who has not proven the address of an operator', async () => {
    await app.platform.db.execute(sql`update users set email_verified = false`);
    const { status } = await app.call(operations.getHealth, { token: operator.token });
    expect(status).toBe(404);
  });

  it('lists the processes, their work, and those that stopped responding', async () => {
    const { platform } = app;
    const alive = await startPresence(platform, 'worker');
    const silent = await startPresence({ ...platform, processId: 'silent' }, 'api');
    const owner = `${platform.processId}.1`;
    await platform.db.execute(
      sql`update server_processes set seen_at = now() - interval '1 minute' where id = 'silent'`,
    );
    const tenant = await createTenant(app, { name: 'Acme' });
    await platform.db.execute(
      sql`insert into runs (id, organization_id, suite_name, project_name, platform, source, trigger, status, counts, lease_owner)
          values ('a', ${tenant.organizationId}, 'A', 'B', 'webchat', '', 'api', 'running', '{}', ${owner})`,
    );
    const exploration = {
      organizationId: tenant.organizationId,
      name: 'A',
      configuration: { platform: 'webchat' as const },
      leaseOwner: owner,
    };
    await platform.db.insert(explorations).values([
      { ...exploration, id: 'held', conversationStatus: 'held' },
      { ...exploration, id: 'ended', conversationStatus: 'ended' },
    ]);
    const { processes, work: kinds } = await readHealth();
    expect(processes).toMatchObject([
      { id: platform.processId, role: 'worker', pid: process.pid, isSilent: false },
      { id: 'silent', role: 'api', isSilent: true },
    ]);
    expect(processes.map(({ runs, conversations }) => [runs, conversations])).toEqual([
      [1, 1],
      [0, 0],
    ]);
    expect(kinds.find(({ kind }) => kind === 'runs')).toMatchObject({ waiting: 0, atWork: 1 });
    await alive.close();
    await silent.close();
    expect((await readHealth()).processes).toEqual([]);
  });

  it('shows the size of the database, the free disk, and late slots', async () => {
    const { owner } = await createTenant(app, { name: 'Acme' });
    const suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
    const { db } = app.platform;
    expect((await readHealth()).lateSlots).toEqual({ count: 0, oldestSeconds: 0 });
    await db.execute(sql`update suites set is_monitoring = true where id = ${suiteId}`);
    await db.execute(
      sql`insert into monitors (suite_id, organization_id, next_at)
          values (${suiteId}, ${owner.organizationId}, now() - interval '10 minutes')`,
    );
    const { database, disk, lateSlots } = await readHealth();
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(disk.totalBytes).toBeGreaterThan(disk.freeBytes);
    expect(lateSlots.count).toBe(1);
    expect(lateSlots.oldestSeconds).toBeGreaterThanOrEqual(600);
  });
});

describe('work that was given up', () => {
  it.each([
    ['mails', insertDeadMail, 'ada@example.org', 'Mailbox unavailable'],
    ['alerts', insertDeadDelivery, 'On call', 'It answered 500'],
  ] as const)(
    '%s are listed with the reason, tried again and deleted',
    async (kind, insert, target, reason) => {
      const deadWorkId = await insert();
      expect((await readHealth()).deadWork).toMatchObject([
        { id: deadWorkId, kind, target, reason },
      ]);

      const call = { token: operator.token, params: { kind, deadWorkId } };
      expect((await app.call(operations.retryDeadWork, call)).status).toBe(204);
      const health = await readHealth();
      expect(health.deadWork).toEqual([]);
      expect(health.work.find((each) => each.kind === kind)).toMatchObject({ waiting: 1, dead: 0 });
      expect((await app.call(operations.retryDeadWork, call)).status).toBe(404);
      expect((await app.call(operations.deleteDeadWork, call)).status).toBe(404);

      const deletedId = await insert();
      const deleted = { token: operator.token, params: { kind, deadWorkId: deletedId } };
      expect((await app.call(operations.deleteDeadWork, deleted)).status).toBe(204);
      expect((await readHealth()).deadWork).toEqual([]);
    },
  );

  const poisons = {
    throws: async () => {
      throw new Error('It is poison');
    },
    'never ends': () => new Promise<never>(() => undefined),
  };

  it.each(Object.entries(poisons))(
    'a job that %s is dead after three attempts, and others go on',
    { timeout: 60_000 },
    async (name, carryOut) => {
      const poison = defineJob('idempotency.delete-old', z.object({}), {});
      const other = defineJob('mail.send', z.object({}), {});
      let attempts = 0;
      const others: string[] = [];
      await app.platform.db.execute(
        sql`update pgboss.queue set retry_delay = 0, retry_backoff = false, expire_seconds = 1 where name = ${poison.name}`,
      );
      await app.platform.db.execute(
        sql`update pgboss.queue set retry_delay = 0 where name = ${other.name}`,
      );
      await app.platform.queue.work([
        work(poison, () => {
          attempts += 1;
          return carryOut();
        }),
        work(other, async () => {
          others.push(name);
        }),
      ]);
      await app.platform.queue.send(app.platform.db, poison, {});
      await vi.waitFor(
        async () => {
          const [dead] = (await readHealth()).deadWork;
          expect(dead).toMatchObject({ kind: poison.name, attempts: 3 });
        },
        { timeout: 50_000, interval: 300 },
      );
      expect(attempts).toBe(3);
      const [dead] = (await readHealth()).deadWork;
      if (name === 'throws') expect(dead?.reason).toBe('It is poison');

      await app.platform.queue.send(app.platform.db, other, {});
      await vi.waitFor(() => expect(others).toEqual([name]), { timeout: 20_000 });
      const params = { kind: poison.name, deadWorkId: dead?.id ?? '' };
      const { status } = await app.call(operations.deleteDeadWork, {
        token: operator.token,
        params,
      });
      expect(status).toBe(204);
      expect((await readHealth()).deadWork).toEqual([]);
    },
  );
});

it('shows the free disk even if no data folder was needed so far', async () => {
  const { freeBytes, totalBytes } = await readDisk('/parley-has-not/written/here');
  expect(freeBytes).toBeLessThanOrEqual(totalBytes);
  expect(totalBytes).toBeGreaterThan(0);
});
