/**
 * Records the data of the previous release for drill-rolling-upgrade.ts. FOLDER is a working tree of that release with its
 * packages installed; it is started on a separate database and used. Writes to bench/drill/release-before/.
 *
 *   PARLEY_TEST_DATABASE_URL=… node bench/drill/record-release-before.ts FOLDER
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { apiKeys, identity, organizations, runShares, runs, suites } from '@parley/contract';
import { callApi } from '@parley/server/testing/call-api';
import { createEmptyPostgresql } from '@parley/server/testing/postgresql-database';
import { memberOf } from '@parley/server/testing/tenant';
import { startCountingBot } from './counting-bot.ts';
import { facts, password, publicUrl, secret, startReleaseBefore } from './release-before.ts';
import { storeSuite } from './store-suite.ts';
import { until } from './until.ts';

const [old = ''] = process.argv.slice(2);
const target = fileURLToPath(new URL('release-before/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'parley-before-'));
const database = await createEmptyPostgresql(process.env.PARLEY_TEST_DATABASE_URL ?? '');
const bot = await startCountingBot(5);
const statements = join(folder, 'statements');

const preload = `
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const pg = createRequire(${JSON.stringify(`${old}/apps/server/src/main.ts`)})('pg');
const { query } = pg.Client.prototype;
let clients = 0;
pg.Client.prototype.query = function (config, values, ...rest) {
  this.recordedAs ??= ++clients;
  const text = typeof config === 'string' ? config : config?.text;
  const given = config?.values ?? (Array.isArray(values) ? values : []);
  if (text) appendFileSync(${JSON.stringify(statements)}, JSON.stringify({ client: this.recordedAs, text, values: given }) + '\\n');
  return query.call(this, config, values, ...rest);
};`;
writeFileSync(join(folder, 'preload.mjs'), preload);

const environment = {
  ...database.environment,
  PARLEY_SECRET: secret,
  PARLEY_PUBLIC_URL: publicUrl,
  PARLEY_EGRESS_ALLOW: bot.address,
};

const start = (role: 'all' | 'api') =>
  startReleaseBefore(old, environment, role, join(folder, 'preload.mjs'));

async function found(url: string, email: string, name: string) {
  const { body } = await callApi(url, identity.signUp, { body: { email, password, name } });
  const user = { userId: body.user.id, token: body.token, email };
  const founded = await callApi(url, organizations.createOrganization, {
    token: body.token,
    params: { userId: body.user.id },
    body: { name, onboardingData: { organizationName: `${name} Ltd` } },
  });
  if (founded.status !== 201) throw new Error(founded.text);
  return memberOf(
    { call: (endpoint, call) => callApi(url, endpoint, call) },
    user,
    founded.body.id,
  );
}

const server = await start('all');
const ada = await found(server.url, 'ada@acme.example', 'Ada');
const eve = await found(server.url, 'eve@other.example', 'Eve');
const suite = bot.suite({ tests: 2, steps: 3 });
const passing = await storeSuite(ada, 'Passes', suite);
const failing = await storeSuite(ada, 'Fails', suite.replace('You said', 'Nobody says'));
const runOf = async (suiteId: string) => {
  const { body } = await ada.call(runs.startRun, { params: { suiteId }, body: {} });
  await until(60_000, async () => {
    const read = await ada.call(runs.getRun, { params: { runId: body.id } });
    return read.body.finishedAt !== null;
  });
  return body.id;
};
writeFileSync(statements, '');
const ended = [await runOf(passing)];
const recorded = readFileSync(statements, 'utf8').trim().split('\n');
ended.push(await runOf(failing), await runOf(failing));
const shared = await ada.call(runShares.shareRun, {
  params: { runId: ended[1] ?? '' },
  body: { days: 7 },
});
const key = await ada.call(apiKeys.createApiKey, { body: { name: 'CI' } });
const watched = await storeSuite(ada, 'Watched', suite);
await ada.call(suites.setMonitoring, {
  params: { suiteId: watched },
  body: { isMonitoring: true },
});
await sleep(1000);
mkdirSync(target, { recursive: true });
rmSync(join(target, 'parley.backup'), { force: true });
const backup = join(old, 'apps/server/src/backup.ts');
execFileSync(process.execPath, [backup, join(target, 'parley.backup')], {
  env: environment,
  stdio: 'inherit',
});
const answers = await facts(server.url, {
  ...ada,
  key: key.body.key,
  share: shared.body.url,
  ended,
});
await server.end();
const quiet = await start('api');
const queued: string[] = [];
for (let count = 0; count < 4; count += 1) {
  const { status, body } = await callApi(quiet.url, runs.startRun, {
    token: ada.token,
    params: { userId: ada.userId, orgId: ada.organizationId, suiteId: passing },
    body: {},
  });
  if (status !== 202) throw new Error('A run was not queued');
  queued.push(body.id);
}
await quiet.end();
const dump = execFileSync('pg_dump', [
  '--no-owner',
  '--no-privileges',
  '--inserts',
  '--exclude-schema=pgboss',
  database.environment.DATABASE_URL ?? '',
])
  .toString()
  .replaceAll(/^\\.*$/gm, '');
writeFileSync(join(target, 'database.sql.gz'), gzipSync(dump, { level: 9 }));
const about = {
  commit: execFileSync('git', ['-C', old, 'rev-parse', 'HEAD']).toString().trim(),
  recordedAt: new Date().toISOString(),
  bot: bot.address,
  owner: { email: ada.email, userId: ada.userId, organizationId: ada.organizationId },
  stranger: { email: eve.email, userId: eve.userId, organizationId: eve.organizationId },
  key: key.body.key,
  share: shared.body.url,
  suites: { passing, failing, watched },
  ended,
  queued,
  answers,
};
writeFileSync(join(target, 'about.json'), `${JSON.stringify(about, null, 2)}\n`);
const written =
  /^\s*(with|insert|update|delete)\b.*\b(runs|run_events|usage_events|test_results|run_results|run_days|step_days)\b/is;
const ofRun = recorded.map((line) => JSON.parse(line)).filter(({ text }) => written.test(text));
writeFileSync(join(target, 'statements-of-a-run.json'), `${JSON.stringify(ofRun, null, 1)}\n`);
await bot.close();
await database.drop();
rmSync(folder, { recursive: true });
