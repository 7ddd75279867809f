/**
 * Measures the cost of a turn with everything that a server adds: its events are stored, sent to a process that watches the
 * run, and folded into the run. One process is both API and worker. The CPU time of a PostgreSQL server is not counted, but
 * that of the embedded database is. The engine alone is measured for comparison.
 *
 *   PARLEY_TEST_DATABASE_URL=postgresql://… npm run bench -- engine-stored [--rounds N]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { projects, runs, suites } from '@parley/contract';
import { createEgress } from '@parley/egress';
import { runSuite } from '@parley/engine';
import { startTestApp } from '@parley/server/testing';
import { createTenant } from '@parley/server/testing/tenant';
import { printSuite } from '@parley/suite';
import { suiteOf, turns } from './engine/conversations.ts';
import { median } from './lib/median.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const conversations = 1_000;
const atOnce = 50;

const bot = spawn(
  process.execPath,
  [fileURLToPath(new URL('engine/echo-bot.ts', import.meta.url))],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const [port] = await once(createInterface(bot.stdout), 'line');
const host = `127.0.0.1:${port}`;
const suite = suiteOf(conversations, { kind: 'http', url: `http://${host}/` });
suite.configuration.concurrency = atOnce;

const app = await startTestApp({ reachable: [host] });
const { owner } = await createTenant(app, { planId: 'enterprise' });
const suiteId = await createSuite();
const follower = spawn(
  process.execPath,
  [
    fileURLToPath(new URL('engine/follow-runs.ts', import.meta.url)),
    ...[app.url, owner.token, owner.organizationId],
  ],
  { stdio: ['pipe', 'pipe', 'inherit'] },
);
const told = createInterface(follower.stdout)[Symbol.asyncIterator]();
await told.next();
const alone: number[] = [];
const stored: number[] = [];
// The first round warms up and is not counted.
for (let round = 0; round <= rounds; round += 1) {
  const engine = await cpuPerTurn(runAlone);
  const server = await cpuPerTurn(runOnServer);
  if (round > 0) {
    alone.push(engine);
    stored.push(server);
  }
}
follower.kill();
await app.close();
bot.kill();

const result = {
  bench: 'engine-stored',
  unit: 'µs CPU per turn, stored and watched',
  ours: Math.round(median(stored)),
  engineAlone: Math.round(median(alone)),
  database: process.env.PARLEY_TEST_DATABASE_URL ? 'postgresql' : 'embedded',
  rounds,
  goal: Math.round(3 * median(alone)),
};
console.log(`the engine alone                ${result.engineAlone} µs CPU per turn`);
console.log(`stored and watched              ${result.ours} µs CPU per turn`);
console.log(JSON.stringify({ ...result, ok: result.ours <= result.goal }));

async function createSuite(): Promise<string> {
  const project = await owner.call(projects.createProject, { body: { name: 'Bench' } });
  const body = {
    name: 'Bench',
    projectId: project.body.id,
    platform: 'webchat' as const,
    source: printSuite(suite),
  };
  const created = await owner.call(suites.createSuite, { body });
  if (created.status !== 201) throw new Error(created.text);
  return created.body.id;
}

function runAlone(): Promise<void> {
  return runSuite({
    suite,
    egress: createEgress({ allow: [host] }),
    signal: new AbortController().signal,
    concurrency: atOnce,
    emit() {},
  });
}

async function runOnServer(): Promise<void> {
  const { body, text } = await owner.call(runs.startRun, { params: { suiteId }, body: {} });
  if (!body.id) throw new Error(text);
  follower.stdin.write(`${body.id}\n`);
  for (;;) {
    const run = await owner.call(runs.getRun, { params: { runId: body.id } });
    if (run.body.status === 'passed') break;
    if (!['queued', 'running'].includes(run.body.status)) throw new Error(run.text);
    await sleep(250);
  }
  const { value } = await told.next();
  const events = 2 + conversations * (2 + 2 * turns.length);
  if (Number(value) !== events) throw new Error(`${value} of ${events} events were sent`);
}

async function cpuPerTurn(run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (conversations * turns.length);
}
