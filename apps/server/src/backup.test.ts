import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runs as endpoints } from '@parley/contract';
import { startDemoBot } from '@parley/demo-bot';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from './platform/config/config.ts';
import { lockFolder } from './platform/database/embedded/folder-lock.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { createLog } from './platform/observability/log.ts';
import { folderStorage } from './platform/storage/storage.ts';
import { createBotSuite, startRun } from './test/bot-suite.ts';
import { callApi } from './test/call-api.ts';
import { createTestDatabase } from './test/database-template.ts';
import { foundOrganization } from './test/found-organization.ts';
import { freePort } from './test/free-port.ts';
import { lookIntoDatabase } from './test/look-into-database.ts';
import { createEmptyPostgresql, type TestDatabase } from './test/postgresql-database.ts';
import { runProgram } from './test/run-program.ts';
import { type ServerProcess, startServerProcess } from './test/server-process.ts';
import { tableSums } from './test/table-sums.ts';
import type { Member } from './test/tenant.ts';

const postgresql = process.env.PARLEY_TEST_DATABASE_URL;

/** Public URL for which the sessions are signed. */
const publicUrl = 'http://parley.test';

let folder: string;
let database: TestDatabase;
let server: ServerProcess;
let member: Member;
let file: string;
let screenshot: string;
let suiteId: string;
const targets: TestDatabase[] = [];

/** Creates an installation with a finished run. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-backup-'));
  file = join(folder, 'parley.backup');
  database = await createTestDatabase();
  const bot = await startDemoBot({});
  server = await startServerProcess({
    ...database.environment,
    PORT: String(await freePort()),
    PARLEY_EGRESS_ALLOW: new URL(bot.url).host,
    PARLEY_PUBLIC_URL: publicUrl,
  });
  member = await foundOrganization(server.url);
  suiteId = await createBotSuite(member, { botUrl: bot.url });
  const run = await startRun(member, suiteId);
  await vi.waitFor(
    async () => {
      const { body } = await member.call(endpoints.getRun, { params: { runId: run.id } });
      expect(body.status).toBe('passed');
    },
    { timeout: 30_000, interval: 200 },
  );
  screenshot = join('files', 'runs', run.id, 'screenshot-1.jpg');
  await server.end('SIGTERM');
  await bot.close();
  const storage = folderStorage(join(database.environment.PARLEY_DATA_DIR ?? '', 'files'));
  await storage.put(screenshot.replace('files/', ''), Buffer.from('a picture'));
}, 240_000);

afterEach(async () => {
  for (const target of targets.splice(0)) await target.drop();
});

afterAll(async () => {
  await server.end('SIGTERM');
  await database.drop();
  rmSync(folder, { recursive: true });
});

/**
 * Creates everything that must not happen after a restore: a waiting email and a waiting alert, an overdue monitor, a queued
 * run and a waiting conversation.
 */
async function leaveWorkOpen(): Promise<void> {
  const { db, close } = await openDatabase(readConfig(database.environment), createLog('error'));
  const { organizationId } = member;
  const statements = [
    sql`insert into outbox_mails (id, recipient, subject, html, text)
        values ('m', 'ada@example.org', 'Overdue', '', '')`,
    sql`update suites set is_monitoring = true, monitoring_config = '{"everyMinutes": 60}' where id = ${suiteId}`,
    sql`update organizations set plan_id = 'pro', subscription_status = 'enabled'`,
    // A trial as a hosted installation starts it. The backup is restored into a self-hosted one.
    sql`insert into organizations (id, name, subscription_status, plan_id, subscription_ends_at, automatic_trial_ends_at)
        values ('t', 'Trial', 'trial', 'trial', now() - interval '1 day', now() - interval '1 day')`,
    sql`insert into monitors (suite_id, organization_id, next_at, planned_at, planned_config)
        values (${suiteId}, ${organizationId}, now() - interval '1 hour', now() - interval '2 hours', '{"everyMinutes": 60}')`,
    sql`insert into alert_channels (id, organization_id, name, kind, is_enabled, classes, after_minutes, remind_every_minutes, sealed_target, target_shown)
        values ('c', ${organizationId}, 'On call', 'webhook', true, '[]', 0, 5, 'x', 'x')`,
    sql`insert into alerts (id, organization_id, suite_id, suite_name, classes, opened_at)
        values ('a', ${organizationId}, ${suiteId}, 'Opening hours', '["wrong"]', now() - interval '1 hour')`,
    sql`insert into alert_deliveries (id, organization_id, channel_id, alert_id, kind)
        values ('d', ${organizationId}, 'c', 'a', 'opened')`,
    sql`insert into runs (id, organization_id, suite_id, suite_name, project_name, platform, source, trigger, status, counts)
        select 'queued', organization_id, suite_id, suite_name, project_name, platform, source, trigger, 'queued', counts
        from runs limit 1`,
    sql`insert into explorations (id, organization_id, name, configuration, conversation, conversation_status, waiting_since, last_seq)
        values ('e', ${organizationId}, 'Waits', '{}', 1, 'waiting', now(), 1)`,
    sql`insert into exploration_events (exploration_id, seq, event)
        values ('e', 1, '{"type": "conversation.started", "at": 1, "conversation": 1}')`,
  ];
  for (const statement of statements) await db.execute(statement);
  await close();
}

async function newTarget(kind: 'embedded' | 'postgresql'): Promise<Record<string, string>> {
  const target =
    kind === 'postgresql' ? await createEmptyPostgresql(postgresql ?? '') : await emptyFolder();
  targets.push(target);
  return target.environment;
}

async function emptyFolder(): Promise<TestDatabase> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'parley-restored-'));
  return {
    environment: { PARLEY_DATA_DIR: dataFolder },
    drop: async () => rmSync(dataFolder, { recursive: true }),
  };
}

/** Kind of database that this test run covers. Another run covers the other kind. */
const kinds = (['embedded', 'postgresql'] as const).filter(
  (kind) => (kind === 'postgresql') === Boolean(postgresql),
);

describe('a backup', { timeout: 180_000 }, () => {
  it('is made while the server works, by whom the data folder belongs to alone', async () => {
    server = await startServerProcess({
      ...database.environment,
      PORT: String(await freePort()),
      PARLEY_RUN_SLOTS: '1',
    });
    const running = join(folder, 'running.backup');
    const { code, output } = await runProgram('backup', [running], database.environment);
    await server.end('SIGTERM');
    expect(output).toMatch(
      /running\.backup holds \d+ rows and 1 file\.\nIt also contains the secret/,
    );
    expect(code).toBe(0);
    expect(statSync(running).mode & 0o777).toBe(0o600);
    // The address for requesting copies is gone, too.
    const { PARLEY_DATA_DIR = '' } = database.environment;
    expect(existsSync(join(PARLEY_DATA_DIR, 'copy-desk.json'))).toBe(false);
  });

  it('makes up no secret where that of the servers is not to be found', async () => {
    const kept = join(database.environment.PARLEY_DATA_DIR ?? '', 'secret');
    renameSync(kept, `${kept}.elsewhere`);
    const path = join(folder, 'unopenable.backup');
    const { code, output } = await runProgram('backup', [path], database.environment);
    expect(output).toMatch(/^There is no secret in .* Set PARLEY_SECRET or PARLEY_DATA_DIR /);
    expect(code).toBe(1);
    expect(existsSync(kept)).toBe(false);
    expect(existsSync(path)).toBe(false);
    renameSync(`${kept}.elsewhere`, kept);
  });
});

describe('the two programs', { timeout: 180_000 }, () => {
  it.each([
    ['backup', '--help', 0, /^npm run backup -- FILE\n/],
    ['restore', '--help', 0, /^npm run restore -- FILE \[--force\]\n/],
    ['backup', '--force', 1, /^Unknown option '--force'/],
    ['restore', '--quick', 1, /^Unknown option '--quick'/],
    ['backup', '/no/such/folder/a.backup', 1, /^ENOENT: .*\/no\/such\/folder/],
    ['restore', tmpdir(), 1, / is a folder\.\n$/],
  ] as const)(
    '%s %s says what it does or what is wrong in a line',
    async (program, arg, code, said) => {
      const ended = await runProgram(program, [arg], database.environment);
      expect(ended.output).toMatch(said);
      expect(ended.output).not.toContain('    at ');
      expect(ended.code).toBe(code);
      expect(existsSync(join(process.cwd(), arg))).toBe(false);
    },
  );
});

describe('a backup of an installation with open work', { timeout: 180_000 }, () => {
  // From here on, no server may start on the database: its worker would do that work.
  beforeAll(leaveWorkOpen);

  it.each(kinds)(
    'brings everything back, and fires nothing that was due then, on %s',
    { timeout: 400_000 },
    async (kind) => {
      await makeBackup();
      const before = await tableSums(database.environment);
      const target = await newTarget(kind);
      const restored = await runProgram('restore', [file], target);
      expect(restored.output).toMatch(/^Restored \d+ rows and 1 file of /);
      expect(restored.code).toBe(0);
      const after = await tableSums(target);
      // A restore changes these.
      const { runs, outbox_mails, alerts, alert_deliveries, monitors, ...others } = after;
      const { explorations, exploration_events, suite_standing_changes, ...same } = others;
      expect(before).toMatchObject(same);
      expect(Object.keys(after)).toEqual(Object.keys(before));
      expect(before.runs?.split(' ')[0]).toBe(runs?.split(' ')[0]);
      const { PARLEY_DATA_DIR = '' } = target;
      expect(readFileSync(join(PARLEY_DATA_DIR, screenshot), 'utf8')).toBe('a picture');

      await expectPeace(target);

      const refused = await runProgram('restore', [file], target);
      expect(refused.code).toBe(1);
      expect(refused.output).toMatch(/^The database is not empty\..*--force/);
      const otherSecret = 'the secret of what is replaced, 32 and more';
      writeFileSync(join(PARLEY_DATA_DIR, 'secret'), otherSecret);
      const forced = await runProgram('restore', [file, '--force'], target);
      expect(forced.output).toMatch(/Restored \d+ rows/);
      expect(forced.code).toBe(0);
      const aside = readdirSync(PARLEY_DATA_DIR).find((name) => /^secret\.before-/.test(name));
      expect(readFileSync(join(PARLEY_DATA_DIR, aside ?? ''), 'utf8')).toBe(otherSecret);
      const filesAside = readdirSync(PARLEY_DATA_DIR).find((name) => /^files\.before-/.test(name));
      const asideAs = screenshot.replace('files', filesAside ?? 'nowhere');
      expect(readFileSync(join(PARLEY_DATA_DIR, asideAs), 'utf8')).toBe('a picture');
      if (kind === 'embedded')
        expect(forced.output).toMatch(/^What was there is kept in .*before-restore-\d+\.\n/);
    },
  );

  it.skipIf(!postgresql)(
    'neither takes along nor removes what others keep in the database',
    async () => {
      const target = await newTarget('postgresql');
      await runProgram('restore', [file], target);
      await lookIntoDatabase(target, ({ pool }) =>
        pool.query("create table theirs as select 'kept' as note; create sequence their_numbers"),
      );
      const theirs = join(folder, 'beside-theirs.backup');
      expect(await runProgram('backup', [theirs], target)).toMatchObject({ code: 0 });
      const elsewhere = await newTarget('postgresql');
      expect(await runProgram('restore', [theirs], elsewhere)).toMatchObject({ code: 0 });
      expect(await tableSums(elsewhere)).not.toHaveProperty('theirs');
      expect(await runProgram('restore', [theirs, '--force'], target)).toMatchObject({
        code: 0,
      });
      const { rows } = await lookIntoDatabase(target, ({ pool }) => pool.query('table theirs'));
      expect(rows).toEqual([{ note: 'kept' }]);
    },
  );

  it.each(kinds)(
    'of a release with other tables replaces nothing on %s, not even with --force',
    async (kind) => {
      const newer = await backupOfChanged(
        "insert into migrations (hash, created_at) values ('of a later release', 4102444800000)",
      );
      const { target, before } = await usedTarget(kind);
      const { code, output } = await runProgram('restore', [newer, '--force'], target);
      expect(output).toBe(
        'The backup was made by a release of Parley with different tables. Restore it with that release.\n',
      );
      expect(code).toBe(1);
      expect(await tableSums(target)).toEqual(before);
      expect(readdirSync(target.PARLEY_DATA_DIR ?? '').join()).not.toContain('before-restore');
    },
  );

  it.skipIf(!postgresql)(
    'that breaks off while it is loaded leaves a database in PostgreSQL as it was',
    async () => {
      const contradictory = await backupOfChanged(
        `alter table projects drop constraint projects_organization_id_organizations_id_fk;
         update projects set organization_id = 'nowhere'`,
      );
      const { target, before } = await usedTarget('postgresql');
      const { code, output } = await runProgram('restore', [contradictory, '--force'], target);
      expect(output).toContain('violates foreign key constraint');
      expect(code).toBe(1);
      expect(await tableSums(target)).toEqual(before);
    },
  );

  it('says who has the folder where that makes no copies', async () => {
    const target = await newTarget('embedded');
    const { PARLEY_DATA_DIR = '' } = target;
    const unlock = lockFolder(PARLEY_DATA_DIR);
    mkdirSync(join(PARLEY_DATA_DIR, 'database'));
    const { code, output } = await runProgram('backup', [file], target);
    unlock();
    expect(code).toBe(1);
    expect(output).toMatch(
      /^The data folder .* is in use by another Parley server \(process \d+\)/,
    );
  });

  it('that is truncated, of another kind or empty restores nothing', async () => {
    await makeBackup();
    const target = await newTarget('embedded');
    const whole = readFileSync(file);
    const broken = join(folder, 'broken.backup');
    for (const content of [
      whole.subarray(0, whole.length - 500),
      Buffer.from('no backup'),
      Buffer.alloc(0),
    ]) {
      writeFileSync(broken, content);
      const { code, output } = await runProgram('restore', [broken], target);
      expect(output).toMatch(
        /is not a Parley backup, or is incomplete\. Nothing was restored\.\n$/,
      );
      expect(code).toBe(1);
    }
    const missing = await runProgram('restore', [join(folder, 'nowhere')], target);
    expect(missing.output).toMatch(/^There is no file /);
    expect(existsSync(join(target.PARLEY_DATA_DIR ?? '', 'database'))).toBe(false);
  });

  it('asks for a secret that it does not contain', async () => {
    const kept = join(database.environment.PARLEY_DATA_DIR ?? '', 'secret');
    const settings = { PARLEY_SECRET: readFileSync(kept, 'utf8') };
    const { output } = await runProgram('backup', [file], {
      ...database.environment,
      ...settings,
    });
    expect(output).toContain('Keep PARLEY_SECRET with it');
    const target = await newTarget('embedded');
    const without = await runProgram('restore', [file], target);
    expect(without.output).toMatch(
      /^The backup does not contain the secret .* Set PARLEY_SECRET to that one/,
    );
    const other = await runProgram('restore', [file], {
      ...target,
      PARLEY_SECRET: 'b'.repeat(32),
    });
    expect(other.output).toMatch(/^PARLEY_SECRET is not the secret of the installation/);
  });
});

/** Backs up the installation after applying `statements` to a copy of it. */
async function backupOfChanged(statements: string): Promise<string> {
  const { target } = await usedTarget('embedded');
  await lookIntoDatabase(target, ({ pool }) => pool.query(statements));
  const changed = join(folder, 'changed.backup');
  expect(await runProgram('backup', [changed], target)).toMatchObject({ code: 0 });
  return changed;
}

/**
 * Creates an installation that already contains data.
 *
 * @returns its settings and the sums of its tables
 */
async function usedTarget(kind: 'embedded' | 'postgresql') {
  await makeBackup();
  const target = await newTarget(kind);
  expect(await runProgram('restore', [file], target)).toMatchObject({ code: 0 });
  return { target, before: await tableSums(target) };
}

/** Starts a server on the restored data and checks that the old session and secret work, and that nothing overdue happens. */
async function expectPeace(target: Record<string, string>): Promise<void> {
  const restored = await startServerProcess({
    ...target,
    PORT: String(await freePort()),
    PARLEY_PUBLIC_URL: publicUrl,
  });
  try {
    const { userId, organizationId: orgId, token } = member;
    const list = async () => {
      const call = { token, params: { userId, orgId } };
      const { status, body, text } = await callApi(restored.url, endpoints.listRuns, call);
      expect(status, text).toBe(200);
      return body.items;
    };
    await vi.waitFor(
      async () => {
        const queued = (await list()).find(({ id }) => id === 'queued');
        expect(queued?.status).toBe('interrupted');
      },
      { timeout: 90_000, interval: 300 },
    );
    // Long enough for the workers, which look for due work every 5 s.
    await sleep(11_000);
    expect(await list()).toHaveLength(2);
    const second = await runProgram('restore', [file, '--force'], target);
    expect(second.code).toBe(1);
    expect(second.output).toMatch(/in use by another Parley server|Servers are using this/);
  } finally {
    await restored.end('SIGTERM');
  }
  expect(existsSync(join(target.PARLEY_DATA_DIR ?? '', 'mail'))).toBe(false);
  const { db, close } = await openDatabase(readConfig(target), createLog('error'));
  const { rows: plans } = await db.execute(
    sql`select plan_id as plan, subscription_status as status from organizations order by name`,
  );
  expect(plans).toEqual([
    { plan: 'pro', status: 'enabled' },
    { plan: 'self-hosted', status: 'enabled' },
  ]);
  const { rows: mails } = await db.execute(
    sql`select sent_at, attempts, last_error from outbox_mails`,
  );
  const last_error = 'Not sent: a backup was restored.';
  expect(mails).toEqual([{ sent_at: null, attempts: 450, last_error }]);
  expect((await db.execute(sql`select from monitor_slots`)).rows).toEqual([]);
  const { rows: planned } = await db.execute(sql`select next_at > now() as ahead from monitors`);
  expect(planned).toEqual([{ ahead: true }]);
  const { rows: told } = await db.execute(
    sql`select from alert_deliveries where status = 'waiting' or sent_at is not null`,
  );
  expect(told).toEqual([]);
  const { rows: heard } = await db.execute(
    sql`select event ->> 'type' as type, event ->> 'reason' as reason from exploration_events order by seq`,
  );
  expect(heard).toEqual([
    { type: 'conversation.started', reason: null },
    { type: 'conversation.ended', reason: 'interrupted' },
  ]);
  await close();
}

async function makeBackup(): Promise<void> {
  const { code, output } = await runProgram('backup', [file], database.environment);
  if (code !== 0) throw new Error(output);
}
