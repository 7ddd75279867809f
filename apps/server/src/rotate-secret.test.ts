/** Tests the rotation of the installation's secret: what was sealed stays readable, and a kill loses nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { alerts, environments, projects, webhooks as webhookEndpoints } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { buildServer } from '../../../scripts/build-server.mjs';
import {
  alertChannels,
  environments as environmentRows,
  serverProcesses,
  webhooks,
} from './db/schema/index.ts';
import { jobs } from './jobs.ts';
import { openSecrets, sealSecrets } from './modules/environments/sealed-secrets.ts';
import { openTarget as openAlertTarget } from './modules/monitoring/alerts/alert-target.ts';
import { openTarget as openWebhook } from './modules/webhooks/webhook-target.ts';
import { readConfig } from './platform/config/config.ts';
import type { Database } from './platform/database/db.ts';
import { createLog } from './platform/observability/log.ts';
import { type Platform, startPlatform } from './platform/platform.ts';
import { rotateSecret } from './rotate-secret.ts';
import { createTestDatabase } from './test/database-template.ts';
import { freePort } from './test/free-port.ts';
import { ownEnvironment } from './test/own-environment.ts';
import { programOptions } from './test/program-options.ts';
import { runProgram } from './test/run-program.ts';
import { createTenant } from './test/tenant.ts';
import { startTestApp, type TestApp } from './test/test-app.ts';

const secrets = { token: 'tok-3n-4711', password: 'sesame open now' };
const theirs = 't'.repeat(40);

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** An installation with an environment, an alert channel and a webhook. */
async function furnished(): Promise<TestApp> {
  const app = await startTestApp({ hasWorker: false });
  cleanUps.push(app.close);
  const { owner } = await createTenant(app, { planId: 'enterprise' });
  const project = await owner.call(projects.createProject, { body: { name: 'Shop' } });
  const params = { projectId: project.body.id };
  for (const name of ['staging', 'production']) {
    const body = { name, secrets };
    await owner.call(environments.createEnvironment, { params, body });
  }
  const target = { kind: 'webhook' as const, url: 'https://hooks.example/alerts' };
  await owner.call(alerts.createAlertChannel, {
    body: {
      ...{ name: 'Hook', isEnabled: true, classes: [], afterMinutes: 0, remindEveryMinutes: null },
      target,
    },
  });
  await owner.call(webhookEndpoints.createWebhook, {
    body: { name: 'Ends', url: 'https://hooks.example/ends', events: ['run.finished'] },
  });
  return app;
}

/** Opens everything that is sealed. */
async function readAll({ db }: Pick<Platform, 'db'>, secret: string) {
  const [channel] = await db.select().from(alertChannels);
  const [webhook] = await db.select().from(webhooks);
  if (!channel || !webhook) throw new Error('Nothing is sealed');
  return {
    environments: (await db.select().from(environmentRows)).map((row) => openSecrets(secret, row)),
    alert: openAlertTarget(secret, channel),
    webhook: openWebhook(secret, webhook),
  };
}

/** Rotates as if the processes of the installation were stopped. */
async function rotateStopped(
  { platform: { db, config } }: TestApp,
  change: { secret?: string; previousSecret?: string },
): Promise<string> {
  await db.delete(serverProcesses);
  return rotateSecret(db, { ...change, secret: change.secret, dataFolder: config.dataFolder });
}

describe('the rotation of the secret', { timeout: 120_000 }, () => {
  it('keeps what was sealed, which only the new secret opens', async () => {
    const app = await furnished();
    const { secret } = app.platform.config;
    const before = await readAll(app.platform, secret);
    expect(before.environments).toEqual([secrets, secrets]);
    await expect(readAll(app.platform, theirs)).rejects.toThrow();

    const change = { secret: theirs, previousSecret: secret };
    const message = await rotateStopped(app, change);
    expect(message).toContain('secrets of environments: 4, alert channels: 1, webhooks: 1.');
    expect(await readAll(app.platform, theirs)).toEqual(before);
    await expect(readAll(app.platform, secret)).rejects.toThrow();
    const versions = await app.platform.db
      .select({ version: environmentRows.version })
      .from(environmentRows);
    expect(versions).toEqual([{ version: 1 }, { version: 1 }]);

    // The same command once more changes nothing.
    expect(await rotateStopped(app, change)).toBe('The installation already uses this secret.');
    expect(await readAll(app.platform, theirs)).toEqual(before);
  });

  it('changes nothing if it is broken off, and can be repeated', async () => {
    const app = await furnished();
    const { db, config } = app.platform;
    const before = await readAll(app.platform, config.secret);
    await db.delete(serverProcesses);
    // Breaks off right before the commit, when everything was changed.
    const breaking = new Proxy(db, {
      get: (target, name) =>
        name === 'transaction'
          ? (work: (tx: Database) => Promise<unknown>) =>
              target.transaction(async (tx) => {
                await work(tx);
                throw new Error('broken off');
              })
          : Reflect.get(target, name),
    });
    const change = { secret: theirs, previousSecret: config.secret };
    const { dataFolder } = config;
    await expect(rotateSecret(breaking, { ...change, dataFolder })).rejects.toThrow('broken off');
    expect(await readAll(app.platform, config.secret)).toEqual(before);
    await rotateStopped(app, change);
    expect(await readAll(app.platform, theirs)).toEqual(before);
  });

  it('is refused while processes run, and with a previous secret that is another one', async () => {
    const app = await furnished();
    const { db, config } = app.platform;
    const before = await readAll(app.platform, config.secret);
    const change = { secret: theirs, previousSecret: config.secret };
    await db
      .insert(serverProcesses)
      .values({ id: 'p1', role: 'api', host: 'here', pid: 1, version: '1', clockAt: new Date() });
    await expect(rotateSecret(db, { ...change, dataFolder: config.dataFolder })).rejects.toThrow(
      /Processes of this installation are running/,
    );
    await expect(rotateStopped(app, { ...change, previousSecret: 'x'.repeat(40) })).rejects.toThrow(
      /PARLEY_PREVIOUS_SECRET is not the secret of this database/,
    );
    await expect(rotateStopped(app, { secret: theirs })).rejects.toThrow(
      /PARLEY_PREVIOUS_SECRET is not set/,
    );
    expect(await readAll(app.platform, config.secret)).toEqual(before);
  });

  it('keeps and counts what was unreadable before', async () => {
    const app = await furnished();
    const { db, config } = app.platform;
    const [row] = await db.select().from(environmentRows);
    if (!row) throw new Error('There is no environment');
    const lost = sealSecrets('l'.repeat(40), row.id, { token: 'lost-value' }, '2026-01-01');
    await db.update(environmentRows).set({ secrets: lost }).where(eq(environmentRows.id, row.id));
    const change = { secret: theirs, previousSecret: config.secret };
    expect(await rotateStopped(app, change)).toContain(
      'secrets of environments: 2 (1 unreadable), alert channels: 1',
    );
    const [kept] = await db.select().from(environmentRows).where(eq(environmentRows.id, row.id));
    expect(kept?.secrets).toEqual(lost);
  });
});

const manySecrets = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`s${at}`, `value-of-secret-${at}`]),
);

describe('a rotation in the data folder', { timeout: 240_000 }, () => {
  it('loses nothing if its process is killed, whenever that is', async () => {
    const database = await createTestDatabase();
    cleanUps.push(database.drop);
    const environment: Record<string, string> = {
      ...database.environment,
      PORT: String(await freePort()),
    };
    const folder = environment.PARLEY_DATA_DIR ?? '';
    const withPlatform = async <T>(work: (platform: Platform) => Promise<T>): Promise<T> => {
      const config = readConfig(environment);
      const platform = await startPlatform({ config, log: createLog('silent'), jobs });
      try {
        return await work(platform);
      } finally {
        await platform.close();
      }
    };
    const ids = Array.from({ length: 150 }, (_, at) => `environment-${at}`);
    await withPlatform(async ({ db, config }) => {
      await db.execute(
        sql`insert into organizations (id, name, subscription_status) values ('o1', 'Acme', 'enabled')`,
      );
      await db.execute(
        sql`insert into projects (id, organization_id, name) values ('p1', 'o1', 'Shop')`,
      );
      await db.insert(environmentRows).values(
        ids.map((id) => ({
          ...{ id, organizationId: 'o1', projectId: 'p1', name: id, variables: {} },
          secrets: sealSecrets(config.secret, id, manySecrets, '2026-01-01'),
        })),
      );
    });
    const first = readFileSync(join(folder, 'secret'), 'utf8');
    const program = fileURLToPath(await buildServer('operator'));
    for (const delayMs of [0, 20, 60, 150, 400]) {
      const child = spawn(process.execPath, [...programOptions, program, 'rotate-secret'], {
        env: ownEnvironment(environment),
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      while (!existsSync(join(folder, 'secret.next')) && child.exitCode === null) await sleep(5);
      await sleep(delayMs);
      child.kill('SIGKILL');
      await ended;
      // The next start works, and reads everything.
      await withPlatform(async ({ db, config }) => {
        for (const row of await db.select().from(environmentRows))
          expect(openSecrets(config.secret, row)).toEqual(manySecrets);
      });
    }
    const { code, output } = await runProgram('operator', ['rotate-secret'], environment);
    expect(code, output).toBe(0);
    expect(output).toContain('secrets of environments: 3000');
    expect(existsSync(join(folder, 'secret.next'))).toBe(false);
    expect(readFileSync(join(folder, 'secret'), 'utf8')).not.toBe(first);
    const readsAll = () =>
      withPlatform(async ({ db, config }) => {
        const rows = await db.select().from(environmentRows);
        expect(rows).toHaveLength(ids.length);
        for (const row of rows) expect(openSecrets(config.secret, row)).toEqual(manySecrets);
      });
    await readsAll();

    // As after a kill between the end of the transaction and the new file.
    renameSync(join(folder, 'secret'), join(folder, 'secret.next'));
    writeFileSync(join(folder, 'secret'), first);
    await readsAll();
    expect(existsSync(join(folder, 'secret.next'))).toBe(false);
  });
});
