/**
 * Measures what one server can do on one core and on two: requests per second, conversation turns per second, and memory, with
 * the embedded database and, if available, with PostgreSQL. Clients, bot and PostgreSQL share the machine, so the real
 * capacity of a core is somewhat higher. Linux only, because it uses `taskset`.
 *
 *   PARLEY_TEST_DATABASE_URL=postgresql://… npm run bench -- machine [--seconds N]
 */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { projects } from '@parley/contract';
import { startRun, untilEnded } from '@parley/server/testing/bot-suite';
import { addressOf } from '@parley/server/testing/call-api';
import { createTestDatabase } from '@parley/server/testing/database-template';
import { freePort } from '@parley/server/testing/free-port';
import { type ServerProcess, startServerProcess } from '@parley/server/testing/server-process';
import type { Member } from '@parley/server/testing/tenant';
import { startCountingBot } from './drill/counting-bot.ts';
import { storeSuite } from './drill/store-suite.ts';
import { seedTenants, signIn } from './drill/tenant.ts';
import type { Asked } from './server/ask-often.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const atOnce = 16;
const runs = 8;
const size = { tests: 50, steps: 10, concurrency: 10 };
const runTimeoutMs = 300_000;

interface Held {
  database: string;
  cores: number;
  requestsPerSecond: number;
  p95Ms: number;
  turnsPerSecond: number;
  memoryMb: number;
}

const postgresql = process.env.PARLEY_TEST_DATABASE_URL;
const databases = postgresql ? ['embedded', 'postgresql'] : ['embedded'];
const bot = await startCountingBot(0);
const held: Held[] = [];
for (const database of databases)
  for (const cores of [1, 2].filter((count) => count <= availableParallelism()))
    held.push(await measure(database, cores));
await bot.close();
console.table(held);
console.log(JSON.stringify({ bench: 'machine', unit: 'a second', held, ok: true }));
process.exit();

async function measure(database: string, cores: number): Promise<Held> {
  process.env.PARLEY_TEST_DATABASE_URL = database === 'embedded' ? '' : postgresql;
  const made = await createTestDatabase();
  const [tenant] = await seedTenants(made.environment, ['Acme']);
  if (!tenant) throw new Error('Nobody was seeded');
  const server = await startServerProcess({
    ...made.environment,
    PORT: String(await freePort()),
    PARLEY_LOG_LEVEL: 'error',
    PARLEY_EGRESS_ALLOW: bot.address,
  });
  execFileSync('taskset', ['-acp', cores === 1 ? '0' : '0,1', String(server.child.pid)]);
  const member = await signIn(server.url, tenant);
  const suiteId = await storeSuite(member, 'Work', bot.suite(size));
  const { perSecond, p95 } = await ask(server, member);
  const turnsPerSecond = await converse(member, suiteId);
  const memoryMb = memoryOf(server);
  await server.end('SIGTERM');
  await made.drop();
  const requestsPerSecond = perSecond;
  return { database, cores, requestsPerSecond, p95Ms: Math.round(p95), turnsPerSecond, memoryMb };
}

async function ask({ url }: ServerProcess, { userId, organizationId, token }: Member) {
  const params = { userId, orgId: organizationId };
  const address = addressOf(url, projects.listProjects, { params, query: { page: 1 } });
  const program = fileURLToPath(new URL('server/ask-often.ts', import.meta.url));
  const args = [program, address, token, values.seconds, String(atOnce)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Asked;
}

async function converse(member: Member, suiteId: string): Promise<number> {
  const begunAt = performance.now();
  const started = await Promise.all(Array.from({ length: runs }, () => startRun(member, suiteId)));
  const ended = await Promise.all(started.map(({ id }) => untilEnded(member, id, runTimeoutMs)));
  const seconds = (performance.now() - begunAt) / 1000;
  if (ended.some(({ status }) => status !== 'passed')) throw new Error('Not all runs passed');
  return Math.round((runs * size.tests * size.steps) / seconds);
}

/** Returns the peak resident memory in MB. */
function memoryOf({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
