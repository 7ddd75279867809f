import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { catalogue, identity, livePath, projects, runs, suites } from '@parley/contract';
import { startDemoBot } from '@parley/demo-bot';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Role } from './role.ts';
import { createBotSuite, startRun, untilEnded } from './test/bot-suite.ts';
import { callApi } from './test/call-api.ts';
import { createTestDatabase } from './test/database-template.ts';
import { foundOrganization } from './test/found-organization.ts';
import { freePort } from './test/free-port.ts';
import type { TestDatabase } from './test/postgresql-database.ts';
import { runProgram } from './test/run-program.ts';
import { type ServerProcess, startServerProcess } from './test/server-process.ts';
import { startTraceCollector } from './test/trace-collector.ts';

const databases: TestDatabase[] = [];
const servers: ServerProcess[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.end('SIGTERM');
  for (const database of databases.splice(0)) await database.drop();
});

async function newEnvironment(): Promise<Record<string, string>> {
  const database = await createTestDatabase();
  databases.push(database);
  return { ...database.environment, PORT: String(await freePort()), PARLEY_DEMO_BOT: 'off' };
}

async function start(environment: Record<string, string>, role?: Role): Promise<ServerProcess> {
  const server = await startServerProcess(environment, role);
  servers.push(server);
  return server;
}

/** Removes the lines that only say that the database is slow to answer, as on a busy machine. */
const withoutWaiting = (output: string): string =>
  output
    .split('\n')
    .filter(
      (line) =>
        !line.includes('"msg":"The database does not answer yet"') &&
        !line.includes('Query read timeout'),
    )
    .join('\n');

describe('the program', { timeout: 120_000 }, () => {
  it('says where it serves, ends in order when asked to, and starts again', async () => {
    const environment = await newEnvironment();
    for (let round = 0; round < 2; round += 1) {
      const server = await start(environment);
      await server.end('SIGTERM');
      expect(server.child.exitCode).toBe(0);
      expect(server.output()).toContain(`Parley serves at http://localhost:${environment.PORT}`);
    }
  });

  it('removes what a killed one left in the temporary folder, and nothing of those that live', async () => {
    const TMPDIR = await mkdtemp(join(tmpdir(), 'parley-test-'));
    onTestFinished(() => rm(TMPDIR, { recursive: true }));
    const environment = { ...(await newEnvironment()), TMPDIR };
    const killed = await start(environment);
    const [left = ''] = await readdir(TMPDIR);
    expect(left).toMatch(/^parley-work-/);
    await mkdir(join(TMPDIR, left, 'playwright_chromiumdev_profile-x'));
    await killed.end('SIGKILL');
    const ofThisProcess = left.replace(/-\d+-/, `-${process.pid}-`);
    await mkdir(join(TMPDIR, ofThisProcess));
    await writeFile(join(TMPDIR, 'parley-work.txt'), 'of somebody else');

    const next = await start({ ...environment, PORT: String(await freePort()) });
    const during = await readdir(TMPDIR);
    expect(during).not.toContain(left);
    expect(during).toHaveLength(3);
    await next.end('SIGTERM');
    const after = [ofThisProcess, 'parley-work.txt'];
    expect((await readdir(TMPDIR)).toSorted()).toEqual(after.toSorted());
  });

  it('ends in order when a terminal and npm both pass a Ctrl-C on', async () => {
    const server = await start({ ...(await newEnvironment()), PARLEY_DRAIN_SECONDS: '1' });
    server.child.kill('SIGINT');
    await sleep(100);
    server.child.kill('SIGINT');
    await once(server.child, 'exit');
    expect(server.child.exitCode).toBe(0);
    expect(server.output().match(/"Stopping"/g)).toHaveLength(1);
  });

  it('ends in order when its terminal is closed', async () => {
    const server = await start(await newEnvironment());
    server.child.kill('SIGHUP');
    await once(server.child, 'exit');
    expect(server.child.exitCode).toBe(0);
  });

  it.skipIf(process.env.PARLEY_TEST_DATABASE_URL || process.platform === 'win32')(
    'ends in order, with its database closed, when npm alone is ended',
    async () => {
      const environment = await newEnvironment();
      const pidFile = join(environment.PARLEY_DATA_DIR ?? '', 'server.pid');
      const npm = spawn('npm', ['run', 'worker'], {
        cwd: fileURLToPath(new URL('../../..', import.meta.url)),
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      npm.stdout.on('data', (chunk) => {
        output += chunk;
      });
      await vi.waitFor(() => expect(output).toContain('The worker waits'), 60_000);
      const pid = Number(await readFile(pidFile, 'utf8'));
      npm.kill('SIGHUP');
      const isGone = () => expect(() => process.kill(pid, 0)).toThrow('ESRCH');
      await vi.waitFor(isGone, 20_000).catch((error) => {
        // A process that is left running would keep the tests from ending.
        process.kill(pid, 'SIGKILL');
        throw error;
      });
      expect(existsSync(pidFile)).toBe(false);
    },
  );

  it('keeps serving while it drains, and closes live sockets with the code of a restart', async () => {
    const metricsPort = String(await freePort());
    const server = await start({
      ...(await newEnvironment()),
      PARLEY_DRAIN_SECONDS: '10',
      PARLEY_METRICS_PORT: metricsPort,
    });
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${livePath}`, {
      origin: server.url.replace('127.0.0.1', 'localhost'),
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'authenticate', token: await signUp(server.url) }));
    await once(socket, 'message');
    const closed = once(socket, 'close');
    expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);

    const ended = server.end('SIGTERM');
    await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(503), {
      timeout: 9000,
      interval: 50,
    });
    const answer = await fetch(`${server.url}/livez`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    const [code] = await closed;
    expect(code).toBe(1012);
    await ended;
    expect(server.child.exitCode).toBe(0);
  });

  it('sends traces of requests, questions to the database, runs and conversations', async () => {
    const collector = await startTraceCollector();
    const bot = await startDemoBot({});
    const server = await start({
      ...(await newEnvironment()),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '200',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=staging',
      OTEL_SERVICE_NAME: 'parley-staging',
      PARLEY_EGRESS_ALLOW: new URL(bot.url).host,
    });
    const run = await runOnce(server.url, bot.url);
    await server.end('SIGTERM');
    await bot.close();
    await collector.close();
    const { spans, resource } = collector;
    expect(resource).toMatchObject({
      'service.name': 'parley-staging',
      'deployment.environment.name': 'staging',
      'parley.role': 'all',
    });
    const request = spans.find(
      ({ name }) => name === 'POST /internal/v1/users/:userId/organizations',
    );
    expect(request?.attributes['http.response.status_code']).toBe('201');
    const asked = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(asked.map(({ attributes }) => attributes['db.system.name'])).toContain('postgresql');
    const ran = spans.find(({ name }) => name === 'run');
    expect(ran?.attributes).toMatchObject({ 'parley.run_id': run, 'parley.outcome': 'passed' });
    const conversation = spans.find(({ name }) => name === 'conversation');
    expect(conversation?.parentSpanId).toBe(ran?.spanId);
    expect(JSON.stringify(spans)).not.toContain('Correct-Horse-7');
  });

  it.skipIf(process.env.PARLEY_TEST_DATABASE_URL)(
    'does not start beside another one on the same data folder',
    async () => {
      const environment = await newEnvironment();
      await start(environment);
      const { code, output } = await runProgram('main', [], environment);
      expect(code).toBe(1);
      expect(output).toMatch(/^The data folder .* is in use by another Parley server/);
    },
  );

  it('gives no suite the address of the demo bot where workers are elsewhere', async () => {
    const environment = { ...(await newEnvironment()), PARLEY_DEMO_BOT: 'on' };
    const { url } = await start(environment, 'api');
    expect((await callApi(url, catalogue.getInstallation, {})).body.demoBotUrl).toBeNull();
    const owner = await foundOrganization(url);
    const { body: project } = await owner.call(projects.createProject, { body: { name: 'Bank' } });
    const created = await owner.call(suites.createSuite, {
      body: { projectId: project.id, name: 'Hours', platform: 'webchat' },
    });
    expect(created.body.source).toContain('platform: webchat');
    expect(created.body.source).not.toContain('127.0.0.1');
  });

  it('has the demo bot at another port where its own is taken, and keeps it there', async () => {
    const port = await freePort();
    const stranger = createServer().listen(port, '127.0.0.1');
    await once(stranger, 'listening');
    const environment = {
      ...(await newEnvironment()),
      PARLEY_DEMO_BOT: 'on',
      PARLEY_DEMO_BOT_PORT: String(port),
    };
    const server = await start(environment);
    const { body: before } = await callApi(server.url, catalogue.getInstallation, {});
    const owner = await foundOrganization(server.url);
    const { body: project } = await owner.call(projects.createProject, { body: { name: 'Bank' } });
    const { body: suite } = await owner.call(suites.createSuite, {
      body: { projectId: project.id, name: 'Hours', platform: 'webchat' },
    });
    expect(suite.source).toContain(before.demoBotUrl);
    expect(suite.source).not.toContain(`:${port}/`);
    const { id } = await startRun(owner, suite.id);
    expect(await untilEnded(owner, id)).toMatchObject({ status: 'passed' });
    expect(withoutWaiting(server.output())).not.toContain('    at ');
    await server.end('SIGTERM');
    stranger.close();
    await once(stranger, 'close');

    const { url } = await start(environment);
    const { body: after } = await callApi(url, catalogue.getInstallation, {});
    expect(after.demoBotUrl).toBe(before.demoBotUrl);
  });

  it('says which port is taken', async () => {
    const environment = await newEnvironment();
    await start(environment);
    const { PORT = '' } = environment;
    const { code, output } = await runProgram('main', [], { ...(await newEnvironment()), PORT });
    expect(code).toBe(1);
    expect(withoutWaiting(output).split('\n')).toEqual([
      `Port ${PORT} is already in use. Choose another one with PORT.`,
      '',
    ]);
  });

  it('says that it is to listen where this machine is not', async () => {
    const environment = { ...(await newEnvironment()), HOST: '203.0.113.7' };
    const { code, output } = await runProgram('main', [], environment);
    expect(code).toBe(1);
    expect(output).toContain('HOST=203.0.113.7 is not an address of this machine.\n');
    expect(withoutWaiting(output)).not.toContain('    at ');
  });

  it('says which setting is wrong, and nothing else', async () => {
    const { code, output } = await runProgram('main', [], { PORT: 'three thousand' });
    expect(code).toBe(1);
    expect(output).toMatch(/^The configuration is not valid:\n {2}PORT: /);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('knows its roles', async () => {
    const { code, output } = await runProgram('main', ['manager'], {});
    expect(code).toBe(1);
    expect(output).toBe('There is no role manager; use all, api, worker.\n');
  });
});

async function signUp(url: string): Promise<string> {
  const body = { email: 'ada@example.org', password: 'Correct-Horse-7' };
  return (await callApi(url, identity.signUp, { body })).body.token;
}

/** Signs up a user, runs one of their suites, and returns the id of the run. */
async function runOnce(url: string, botUrl: string): Promise<string> {
  const member = await foundOrganization(url);
  const suiteId = await createBotSuite(member, { botUrl });
  const { id } = await startRun(member, suiteId);
  await vi.waitFor(
    async () => {
      const { body } = await member.call(runs.getRun, { params: { runId: id } });
      expect(body.finishedAt).not.toBeNull();
    },
    { timeout: 30_000, interval: 200 },
  );
  return id;
}
