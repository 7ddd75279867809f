/**
 * Measures the time from the start command until the server is ready, on an empty and on an existing database, with the
 * embedded database and with PostgreSQL. With the embedded database, also measures memory: the peak during the first and later
 * starts, while idle, and after some runs.
 *
 *   npm run bench -- server-start [--rounds N]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startRun, untilEnded } from '@parley/server/testing/bot-suite';
import { foundOrganization } from '@parley/server/testing/found-organization';
import { freePort } from '@parley/server/testing/free-port';
import { createEmptyPostgresql } from '@parley/server/testing/postgresql-database';
import { type ServerProcess, startServerProcess } from '@parley/server/testing/server-process';
import { startCountingBot } from './drill/counting-bot.ts';
import { storeSuite } from './drill/store-suite.ts';
import { median } from './lib/median.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const runs = 20;
const testsPerRun = 20;
/** Time in milliseconds until garbage from the start and the work has been collected. */
const restMs = 15_000;
const address = process.env.PARLEY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/test';

interface Starts {
  fresh: number[];
  existing: number[];
}

const embedded: Starts = { fresh: [], existing: [] };
const postgresql: Starts = { fresh: [], existing: [] };

for (let round = 0; round < rounds; round += 1) {
  await measure(embedded, {});
  const database = await createEmptyPostgresql(address).catch(() => undefined);
  if (database === undefined) continue;
  await measure(postgresql, database.environment);
  await database.drop();
}

const memory = await measureMemory();
const rows = { 'embedded database': embedded, PostgreSQL: postgresql };
console.log('\n                     fresh ms   existing ms   (median)');
for (const [name, { fresh, existing }] of Object.entries(rows))
  console.log(
    name.padEnd(20) + String(middle(fresh)).padStart(9) + String(middle(existing)).padStart(14),
  );

console.log(
  `\nMemory: ${memory.firstStart} MB at most in the first start, ${memory.laterStart} MB in a later one, ` +
    `${memory.idle} MB idle, ${memory.afterWork} MB after ${runs} runs`,
);

const ours = middle(embedded.existing);
const goal = 2000;
console.log(
  JSON.stringify({
    bench: 'server-start',
    unit: 'ms until it serves, embedded database, existing',
    ours,
    oursFresh: middle(embedded.fresh),
    postgresql: middle(postgresql.existing),
    postgresqlFresh: middle(postgresql.fresh),
    memoryMb: memory,
    rounds,
    goal,
    ok: ours <= goal,
  }),
);

async function measure(starts: Starts, environment: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  for (const kind of ['fresh', 'existing'] as const) {
    const server = await startServerProcess({
      PARLEY_DATA_DIR: folder,
      PORT: String(await freePort()),
      PARLEY_LOG_LEVEL: 'error',
      ...environment,
    });
    starts[kind].push(server.startMs);
    await server.end('SIGTERM');
  }
  rmSync(folder, { recursive: true, force: true });
}

interface Memory {
  firstStart: number;
  laterStart: number;
  idle: number;
  afterWork: number;
}

async function measureMemory(): Promise<Memory> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const bot = await startCountingBot(0);
  const environment = {
    PARLEY_DATA_DIR: folder,
    PORT: String(await freePort()),
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_EGRESS_ALLOW: bot.address,
  };
  const first = await startServerProcess(environment);
  const firstStart = peakOf(first);
  await first.end('SIGTERM');
  const server = await startServerProcess(environment);
  const laterStart = peakOf(server);
  await sleep(restMs);
  const idle = memoryOf(server);
  const member = await foundOrganization(server.url);
  const source = bot.suite({ tests: testsPerRun, steps: 5 });
  const suiteId = await storeSuite(member, 'Work', source);
  for (let run = 0; run < runs; run += 1)
    await untilEnded(member, (await startRun(member, suiteId)).id, 120_000);
  await sleep(restMs);
  const afterWork = memoryOf(server);
  await server.end('SIGTERM');
  await bot.close();
  rmSync(folder, { recursive: true, force: true });
  return { firstStart, laterStart, idle, afterWork };
}

/** Returns the resident memory in MB. */
function memoryOf({ child }: ServerProcess): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], {
    encoding: 'utf8',
  });
  return Math.round(Number(kilobytes) / 1024);
}

/** Returns the peak resident memory so far in MB; NaN if the kernel does not report it. */
function peakOf({ child }: ServerProcess): number {
  const status = existsSync('/proc/self/status')
    ? readFileSync(`/proc/${child.pid}/status`, 'utf8')
    : '';
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024);
}

function middle(milliseconds: number[]): number {
  return Math.round(median(milliseconds));
}
