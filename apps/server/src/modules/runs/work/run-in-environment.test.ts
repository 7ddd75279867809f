/** Tests runs in an environment of their project: the values that they use, and the places where secrets must not appear. */
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  alerts,
  audit,
  runs as endpoints,
  environments,
  history,
  monitoring,
  projects,
  suites,
} from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environments as environmentRows } from '../../../db/schema/environments.ts';
import type { Database } from '../../../platform/database/db.ts';
import { inTransaction, workScope } from '../../../platform/database/scope.ts';
import { createLog } from '../../../platform/observability/log.ts';
import { filesFolderOf } from '../../../platform/storage/storage-of.ts';
import { untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { queueRun } from '../start/start-run.ts';

/** Secrets made of letters and digits, of characters that encodings change, and of other scripts. */
const planted: Record<string, string> = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [
    `s${at}`,
    [
      `sk-${at}-4f9Qz7LmX2`,
      `p@ss/${at}+w"rd' <&>=`,
      `ключ-${at}-доступа`,
      `a b ${at} %41 \\ back`,
      `${at}f${'0123456789abcdef'.slice(at % 8)}`,
    ][at % 5] as string,
  ]),
);

const encodings: Record<string, (value: string) => string> = {
  raw: (value) => value,
  url: encodeURIComponent,
  base64: (value) => Buffer.from(value).toString('base64').replace(/=+$/, ''),
  basic: (value) => Buffer.from(`ada:${value}`).toString('base64').replace(/=+$/, ''),
  json: (value) => JSON.stringify(value).slice(1, -1),
  html: (value) =>
    value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  hex: (value) => Buffer.from(value).toString('hex'),
};

const echoes = Object.values(planted).map((value) =>
  Object.fromEntries(Object.entries(encodings).map(([name, encode]) => [name, encode(value)])),
);

/** Every form of a secret that must not appear anywhere, including JSON-escaped ones. */
const forms = Object.entries(planted).flatMap(([name, value]) =>
  Object.entries(encodings).flatMap(([encoding, encode]) => {
    const text = encode(value);
    const inJson = JSON.stringify(text).slice(1, -1);
    return [...new Set([text, inJson, JSON.stringify(inJson).slice(1, -1)])].map((form) => ({
      what: `${name} as ${encoding}`,
      form,
    }));
  }),
);

const leaksIn = (text: string): string[] =>
  forms.filter(({ form }) => text.includes(form)).map(({ what }) => what);

let bot: Server;
let app: TestApp;
let ada: Member;
let host: string;
const logged: string[] = [];
const hooks: string[] = [];
/** Headers and bodies that arrived at the bot. */
const asked: string[] = [];
let holds: (() => Promise<void>) | undefined;

beforeAll(async () => {
  bot = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.url === '/hook') {
      hooks.push(text);
      return response.end('ok');
    }
    asked.push(`${request.url}\n${JSON.stringify(request.headers)}\n${text}`);
    await holds?.();
    response.writeHead(request.url?.startsWith('/broken') ? 500 : 200, {
      'content-type': 'application/json',
      'x-echo': echoes.map(({ url, base64, hex }) => [url, base64, hex].join(' ')).join(' '),
    });
    response.end(
      JSON.stringify({
        text: `Welcome ${echoes.map((one) => Object.values(one).join(' ')).join(' ')}`,
        echoes,
        nested: JSON.stringify(echoes),
        session: echoes[0]?.raw,
        buttons: [{ title: echoes[1]?.html, value: echoes[2]?.basic }],
      }),
    );
  });
  await new Promise<void>((listening) => bot.listen(0, '127.0.0.1', listening));
  host = `127.0.0.1:${(bot.address() as AddressInfo).port}`;
  app = await startTestApp({
    reachable: [host],
    settings: { PARLEY_EGRESS_ALLOW: host },
    log: createLog('debug', { write: (line) => void logged.push(line) }),
  });
  const tenant = await createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' });
  ada = tenant.owner;
});

afterAll(async () => {
  await app.close();
  bot.close();
});

let made = 0;

async function createSuite(source: string): Promise<{ projectId: string; suiteId: string }> {
  const project = await ada.call(projects.createProject, { body: { name: `Shop ${++made}` } });
  const projectId = project.body.id;
  const body = { name: 'Shop', projectId, platform: 'webchat' as const, source };
  const stored = await ada.call(suites.createSuite, { body });
  if (stored.status !== 201) throw new Error(stored.text);
  return { projectId, suiteId: stored.body.id };
}

const createEnvironment = async (projectId: string, name: string, change: object = {}) =>
  (
    await ada.call(environments.createEnvironment, {
      params: { projectId },
      body: { name, variables: { api: `http://${host}`, user: 'Ada' }, ...change },
    })
  ).body;

async function start(suiteId: string, environment?: string) {
  return ada.call(endpoints.startRun, {
    params: { suiteId },
    body: { ...(environment && { environment }) },
  });
}

const simple = `configuration:
  syntax: 2
  channel: { kind: http, url: "{{api}}/bot", headers: { x-user: "{{user}}" } }
---
- test: A
- hello {{user}}: welcome
`;

const headers = Object.keys(planted)
  .map((name) => `x-${name}: "{{secret.${name}}}"`)
  .filter((_, at) => at % 5 !== 2)
  .join(', ');

const echoing = (base = '{{api}}/bot') => `configuration:
  syntax: 2
  secretsInMessages: [s1]
  channel:
    kind: http
    url: "${base}?key={{secret.s2}}"
    headers: { ${headers} }
  before each:
    - request: POST {{api}}/orders
      json: { keys: ["{{secret.s2}}", "{{secret.s7}}", "{{secret.s12}}", "{{secret.s17}}"] }
      save: { order: $.session }
  after each:
    - request: DELETE {{api}}/orders?token={{secret.s3}}
---
- test: Passes
- hello {{secret.s1}}:
  - prompt: welcome
  - prompt: "{{secret.s0}}"
  - save: { again: "$.echoes[3].raw" }
- and {{again}}: welcome
- $CHECK GET {{api}}/state?of={{secret.s4}}:
  - headers: { authorization: "Bearer {{secret.s5}}" }
  - "$.echoes[0].raw === {{secret.s0}}"
---
- test: Fails
- hello:
  - prompt != "{{secret.s0}}"
  - prompt: never
`;

describe('twenty secrets that a bot repeats in every encoding', () => {
  it('are in no table, file, line of the log, export, webhook or mail', async () => {
    const { projectId, suiteId } = await createSuite(echoing());
    await createEnvironment(projectId, 'staging', { secrets: planted });
    await ada.call(alerts.createAlertChannel, {
      body: {
        name: 'Hook',
        isEnabled: true,
        classes: [],
        afterMinutes: 0,
        remindEveryMinutes: null,
        target: { kind: 'webhook', url: `http://${host}/hook` },
      },
    });
    const { body: run } = await start(suiteId, 'staging');
    const ended = await untilEnded(ada, run.id);
    expect(ended).toMatchObject({
      status: 'failed',
      environment: 'staging',
      environmentVersion: 1,
      counts: { passed: 1, failed: 1 },
    });
    // The secrets were really sent, so they could have leaked.
    const sent = asked.join('\n');
    for (const name of ['s0', 's5', 's10']) expect(sent).toContain(planted[name]);
    // A broken connection reveals more than a working one.
    const broken = await createSuite(echoing('{{api}}/broken'));
    await createEnvironment(broken.projectId, 'staging', { secrets: planted });
    const brokenRun = (await start(broken.suiteId, 'staging')).body;
    await untilEnded(ada, brokenRun.id);
    // A monitor sends alerts.
    const params = { suiteId };
    const config = { environment: 'staging', alertWhen: { failures: 1, of: 1 } };
    await ada.call(suites.updateSuite, { params, body: { monitoringConfig: config } });
    await ada.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
    await until(() => hooks.length > 0);

    const schemas = await app.platform.db.execute<{ name: string; schema: string }>(
      sql`select schemaname as schema, tablename as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'migrations'`,
    );
    expect(schemas.rows.length).toBeGreaterThan(30);
    let rowsRead = 0;
    for (const { schema, name } of schemas.rows) {
      const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
      const { rows } = await app.platform.db.execute<{ text: string }>(
        sql`select to_jsonb(t)::text as text from ${table} t`,
      );
      rowsRead += rows.length;
      for (const { text } of rows) expect(leaksIn(text), name).toEqual([]);
    }
    expect(rowsRead).toBeGreaterThan(50);

    const folder = filesFolderOf(app.platform.config.dataFolder);
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
    );
    expect(texts.join('\n')).toContain('< Status 200');
    expect(texts.flatMap(leaksIn)).toEqual([]);

    expect(leaksIn(logged.join('\n'))).toEqual([]);
    expect(hooks.join('\n')).toContain('Shop');
    expect(hooks.flatMap(leaksIn)).toEqual([]);

    for (const id of [run.id, brokenRun.id]) {
      const ofRun = { params: { runId: id } };
      const answers = await Promise.all([
        ada.call(endpoints.listRunEvents, ofRun),
        ada.call(endpoints.getRun, ofRun),
        ada.call(endpoints.listRunFailures, ofRun),
        ada.call(endpoints.getRunEnvironment, ofRun),
        ada.call(endpoints.reevaluateRun, { ...ofRun, body: {} }),
      ]);
      for (const { status, text } of answers) {
        expect(status).toBe(200);
        expect(leaksIn(text)).toEqual([]);
      }
    }
    const exported = await Promise.all([
      ada.call(history.exportRuns, { query: { format: 'csv', rows: 'steps' } }),
      ada.call(history.exportRuns, { query: { format: 'json', rows: 'steps' } }),
      ada.call(audit.exportAudit, { query: {} as never }),
      ada.call(environments.listEnvironments, { params: { projectId } }),
      ada.call(monitoring.listMonitors, { query: {} as never }),
      ada.call(suites.getSuite, { params }),
    ]);
    for (const { status, text } of exported) {
      expect(status).toBe(200);
      expect(leaksIn(text)).toEqual([]);
    }
  }, 120_000);
});

async function until(isSo: () => boolean): Promise<void> {
  const { startDueRuns } = await import('../../monitoring/slots/start-due-runs.ts');
  const { judgeSlots } = await import('../../monitoring/slots/judge-slots.ts');
  const { tellAlerts } = await import('../../monitoring/alerts/tell-alerts.ts');
  const deadline = Date.now() + 40_000;
  while (!isSo()) {
    await startDueRuns(app.platform);
    await judgeSlots(app.platform);
    await tellAlerts(app.platform);
    if (Date.now() > deadline) throw new Error('It did not come to that');
    await sleep(100);
  }
}

describe('a run in an environment', () => {
  it('uses its values, tells their version, and is re-evaluated with them', async () => {
    const { projectId, suiteId } = await createSuite(simple);
    await createEnvironment(projectId, 'Staging');
    const { body: run, status } = await start(suiteId, 'staging');
    expect(status).toBe(202);
    expect(run).toMatchObject({ environment: 'Staging', environmentVersion: null });
    expect(await untilEnded(ada, run.id)).toMatchObject({
      status: 'passed',
      environmentVersion: 1,
    });
    const params = { runId: run.id };
    const shown = await ada.call(endpoints.getRunEnvironment, { params });
    expect(shown.body.environment).toEqual({
      name: 'Staging',
      version: 1,
      versionNow: 1,
      variables: { api: `http://${host}`, user: 'Ada' },
      secrets: [],
    });
    const again = await ada.call(endpoints.reevaluateRun, { params, body: {} });
    expect(again.body.result).toMatchObject({ status: 'passed' });
  });

  it('is refused if the project has environments, and none of this name', async () => {
    const { projectId, suiteId } = await createSuite(simple);
    await createEnvironment(projectId, 'production');
    const refused = await start(suiteId, 'prodution');
    expect(refused).toMatchObject({ status: 422, body: { error: { code: 'suite_not_runnable' } } });
    expect(refused.text).toContain('The project has no environment “prodution”.');
    expect(refused.text).toContain('It has: production.');
  });

  it('has the name as a label in a project without environments', async () => {
    const { suiteId } = await createSuite(simple);
    const { body: run } = await start(suiteId, 'staging');
    const ended = await untilEnded(ada, run.id);
    expect(ended).toMatchObject({
      status: 'error',
      environment: 'staging',
      environmentVersion: null,
    });
  });

  it('uses the values of the moment when it begins, and says which', async () => {
    const { projectId, suiteId } = await createSuite(simple);
    const { id: environmentId } = await createEnvironment(projectId, 'staging', {
      variables: { api: 'http://127.0.0.1:1', user: 'Nobody' },
    });
    const queued = await queueBefore(suiteId, (db) =>
      db
        .update(environmentRows)
        .set({ version: 2, variables: { api: `http://${host}`, user: 'Grace' } })
        .where(eq(environmentRows.id, environmentId)),
    );
    expect(await untilEnded(ada, queued)).toMatchObject({
      status: 'passed',
      environmentVersion: 2,
    });
    expect(asked.at(-1)).toContain('hello Grace');
  });

  it('ends as an error if its environment was deleted before it began', async () => {
    const { projectId, suiteId } = await createSuite(simple);
    const { id: environmentId } = await createEnvironment(projectId, 'staging');
    const queued = await queueBefore(suiteId, (db) =>
      db.delete(environmentRows).where(eq(environmentRows.id, environmentId)),
    );
    expect(await untilEnded(ada, queued)).toMatchObject({ status: 'error' });
    const { text } = await ada.call(endpoints.listRunEvents, { params: { runId: queued } });
    expect(text).toContain('The environment “staging” was deleted before the run could use it.');
  });

  it('names the environment in the error of a value that it lacks', async () => {
    const { projectId, suiteId } = await createSuite(simple);
    await createEnvironment(projectId, 'staging', { variables: { user: 'Ada' } });
    const { body: run } = await start(suiteId, 'staging');
    expect(await untilEnded(ada, run.id)).toMatchObject({ status: 'error' });
    const { text } = await ada.call(endpoints.listRunEvents, { params: { runId: run.id } });
    expect(text).toContain('The environment “staging” has no variable of that name.');
  });

  it('has no effect on a suite of version 1, and is its label', async () => {
    const { projectId, suiteId } = await createSuite(
      simple.replace('syntax: 2', 'syntax: 1').replace('{{api}}', `http://${host}`),
    );
    await createEnvironment(projectId, 'staging');
    const { body: run } = await start(suiteId, 'staging');
    expect(await untilEnded(ada, run.id)).toMatchObject({ environmentVersion: null });
    expect(asked.at(-1)).toContain('hello {{user}}');
  });
});

/** Starts a run that no worker can see until the change is made. */
function queueBefore(
  suiteId: string,
  change: (db: Database) => PromiseLike<unknown>,
): Promise<string> {
  const { db, news } = app.platform;
  return inTransaction(workScope(db, ada.organizationId), async (inside) => {
    const run = await queueRun(inside, news, suiteId, {
      trigger: 'manual',
      selectedTests: null,
      environment: 'staging',
      startedBy: null,
      startedByName: null,
    });
    await change(inside.db);
    return run.id;
  });
}

it('a monitor is refused an environment that its project does not have', async () => {
  const { projectId, suiteId } = await createSuite(simple);
  await createEnvironment(projectId, 'staging');
  const refused = await ada.call(suites.updateSuite, {
    params: { suiteId },
    body: { monitoringConfig: { environment: 'stagin' } },
  });
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'schedule_invalid' } } });
  const accepted = await ada.call(suites.updateSuite, {
    params: { suiteId },
    body: { monitoringConfig: { environment: 'staging' } },
  });
  expect(accepted.status).toBe(200);
});
