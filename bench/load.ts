/**
 * How many conversations one process holds at once (a second of think time, a bot at 50 ms), beside
 * the barest loop on undici in the same run. `npm run bench -- load 1000 4000 8000` names other sizes.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const durationS = 15;
const sizes = process.argv.slice(2).map(Number);
const usersAtOnce = sizes.length > 0 ? sizes : [100, 1000, 4000];

interface LoadMeasurement {
  turns: number;
  failed: number;
  cpuUsPerTurn: number;
  p50: number;
  p95: number;
  rssMb: number;
}

const path = (program: string) => fileURLToPath(new URL(`engine/${program}`, import.meta.url));

const bot = spawn(process.execPath, [path('echo-bot.ts'), '50'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [port] = await once(createInterface(bot.stdout), 'line');

async function measure(program: string, users: number): Promise<LoadMeasurement> {
  const args = [path(program), port, String(users), String(durationS)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 120_000 });
  return JSON.parse(stdout);
}

const rows: Record<string, LoadMeasurement> = {};
try {
  for (const users of usersAtOnce) {
    rows[`parley, ${users}`] = await measure('load-ours.ts', users);
    rows[`bare undici, ${users}`] = await measure('load-bare.ts', users);
  }
} finally {
  bot.kill();
}

console.table(rows);
const idleP95 = rows[`parley, ${usersAtOnce[0]}`]?.p95 ?? 0;
const held = usersAtOnce.filter((users) => (rows[`parley, ${users}`]?.p95 ?? 0) <= 2 * idleP95);
const largest = usersAtOnce.at(-1) ?? 0;
const cpuOf = (name: string) => rows[`${name}, ${largest}`]?.cpuUsPerTurn ?? Number.NaN;
const result = {
  bench: 'load',
  unit: 'conversations at once within twice the idle p95',
  held: Math.max(0, ...held),
  tried: largest,
  cpuUsPerTurn: Math.round(cpuOf('parley')),
  bareCpuUsPerTurn: Math.round(cpuOf('bare undici')),
  cpuGoal: 1.5,
};
const cpuShare = cpuOf('parley') / cpuOf('bare undici');
console.log(JSON.stringify({ ...result, cpuShare, ok: cpuShare <= result.cpuGoal }));
