/**
 * D12. sqlmap tries to inject SQL wherever text from callers reaches a query: searches, sorting, list cursors, ids in paths,
 * names in bodies; as owner, member, API key and anonymous caller. It finds nothing, except an injection planted on the same
 * database.
 *
 *   npm run drill -- sqlmap [--quick]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '@parley/server/testing';
import { fillOrganization } from '@parley/server/testing/filled-organization';
import { type Drill, runDrill } from './drill/drill.ts';
import { requireTool, runTool } from './drill/tools.ts';

const targetTimeoutMs = 240_000;
const clean = /all tested parameters do not appear to be injectable/;

const injected = /identified the following injection point|is vulnerable/;

interface Target {
  name: string;
  address: string;
  token?: string;
  body?: object;
  /** Expected status of the unchanged request, which proves that it reaches a query. */
  status?: number;
}

requireTool('sqlmap');
await runDrill('sqlmap', 'D12', async (drill) => {
  process.env.PARLEY_TEST_DATABASE_URL = '';
  const app = await startTestApp({
    hasWorker: false,
    settings: { PARLEY_LOAD_TESTING_FOR: '*' },
  });
  drill.defer(() => app.close());
  const folder = mkdtempSync(join(tmpdir(), 'parley-sqlmap-'));
  drill.defer(async () => rmSync(folder, { recursive: true, force: true }));
  const planted = await plantInjection(drill, app);
  const found = await inject({ name: 'planted', address: planted }, folder);
  drill.exactly('planted injections found', injected.test(found.output) ? 1 : 0, 1);

  const targets = await targetsIn(app);
  let undecided = 0;
  let injectable = 0;
  let askedWrongly = 0;
  for (const target of targets.slice(0, drill.size({ full: targets.length, quick: 3 }))) {
    const status = await statusOf(target);
    if (status !== (target.status ?? 200)) console.log(`answered ${status}: ${target.name}`);
    if (status !== (target.status ?? 200)) askedWrongly += 1;
    const { output, isCut } = await inject(target, folder);
    const verdict = injected.test(output)
      ? 'INJECTABLE'
      : clean.test(output)
        ? 'clean'
        : 'undecided';
    if (verdict === 'INJECTABLE') injectable += 1;
    if (verdict === 'undecided') undecided += 1;
    console.log(`${verdict}: ${target.name}${isCut ? ' (time was up)' : ''}`);
    if (verdict !== 'clean') console.log(output.slice(-2000));
  }
  drill.note('targets', targets.length);
  drill.exactly('targets that can be injected', injectable, 0);
  drill.exactly('targets that refuse what is right', askedWrongly, 0);
  drill.exactly('targets without a verdict', undecided, 0);
});

async function statusOf({ address, token, body }: Target): Promise<number> {
  const answer = await fetch(address.replace('*', ''), {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.status;
}

function inject({ address, token, body }: Target, folder: string) {
  return runTool(
    'sqlmap',
    [
      '--batch',
      '--level=1',
      '--risk=1',
      '--dbms=PostgreSQL',
      '--ignore-code=*',
      '--skip-waf',
      '--flush-session',
      '--disable-coloring',
      `--output-dir=${folder}`,
      '-u',
      address,
      ...(token ? ['-H', `Authorization: Bearer ${token}`] : []),
      ...(body ? ['-H', 'Content-Type: application/json', `--data=${JSON.stringify(body)}`] : []),
    ],
    targetTimeoutMs,
  );
}

/** Lists targets for sqlmap; `*` marks the position to inject at. */
async function targetsIn({ url, ...app }: TestApp): Promise<Target[]> {
  const { owner, member, key, holdings } = await fillOrganization({ url, ...app }, 'Acme');
  const at = (userId: string) =>
    `${url}/internal/v1/users/${userId}/organizations/${holdings.orgId}`;
  const asOwner = { token: owner.token };
  const asMember = { token: member.token };
  const own = at(owner.userId);
  return [
    { name: 'search of projects', address: `${own}/projects?page=1&search=a`, ...asOwner },
    {
      name: 'sorting of suites',
      address: `${at(member.userId)}/testsuites/list?sortBy=name&sortDirection=asc&search=a`,
      ...asMember,
    },
    {
      name: 'sign-in',
      address: `${url}/api/auth/sign-in/email`,
      body: { email: 'ada@example.org', password: 'Abcdef1!' },
      status: 401,
    },
    { name: 'id of a suite', address: `${own}/testsuites/${holdings.suiteId}*`, ...asOwner },
    { name: 'id of a run', address: `${at(member.userId)}/runs/${holdings.runId}*`, ...asMember },
    {
      name: 'filters of runs',
      address: `${own}/runs?suiteId=${holdings.suiteId}&status=queued&limit=10`,
      ...asOwner,
    },
    { name: 'search of devices', address: `${own}/devices?platform=all&search=a`, ...asOwner },
    {
      name: 'figures',
      address: `${own}/history/figures?from=2026-01-01&to=2026-01-31&projectId=${holdings.projectId}`,
      ...asOwner,
    },
    { name: 'audit log', address: `${own}/audit?limit=10&actorId=a`, ...asOwner },
    {
      name: 'name of a project',
      address: `${own}/projects`,
      body: { name: 'New', description: 'New' },
      status: 201,
      ...asOwner,
    },
    { name: 'check of a name', address: `${own}/projects/validate-name?name=New`, ...asOwner },
    { name: 'suites by key', address: `${url}/api/v1/suites?limit=10&search=a`, token: key },
    {
      name: 'runs by key',
      address: `${url}/api/v1/runs?limit=10&suiteId=${holdings.suiteId}`,
      token: key,
    },
    { name: 'status page', address: `${url}/internal/v1/status-pages/acme*`, status: 404 },
    {
      name: 'organizations of a domain',
      address: `${url}/internal/v1/organizations/domain?email=ada@example.org`,
    },
    {
      name: 'email to validate',
      address: `${url}/internal/v1/login/validateEmail`,
      body: { email: 'ada@example.org' },
    },
  ];
}

/** Starts a server that concatenates its input into SQL, and returns its address. */
async function plantInjection(drill: Drill, { platform }: TestApp): Promise<string> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://planted').searchParams.get('name') ?? '';
    platform.db
      .execute(`select name from organizations where name = '${name}'`)
      .then(({ rows }) => response.end(JSON.stringify(rows)))
      .catch((error: Error) => response.writeHead(500).end(`${error.message} ${error.cause}`));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  drill.defer(async () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/?name=a`;
}
