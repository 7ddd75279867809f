/**
 * Measures how many concurrent conversations one process can hold (a second of think time, a bot at 50 ms) while its p95 stays
 * within twice the idle p95, compared with Artillery and a minimal loop on undici in the same run. Also checks the reported
 * percentiles against the bot's own log. `npm run bench -- load 100 1600 3200` sets the numbers of users to try.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installArtillery } from './engine/peers.ts';

/**
 * Schedule for all testers, in seconds: users arrive evenly over five seconds, and latencies count from a second after that.
 * An interval of twenty seconds always contains a whole ten-second period, which is the only kind that Artillery reports.
 */
const rampS = 5;
const steadyFromS = 6;
const untilS = 26;
/** Number of tries, because other load on the machine can spoil one. */
const triesMax = 2;

const sizes = process.argv.slice(2).map(Number);
const usersAtOnce =
  sizes.length > 0 ? sizes : [100, 1600, 2400, 3200, 4800, 6400, 8000, 9600, 11_200];

interface LoadMeasurement {
  turns: number;
  failed: number;
  cpuUsPerTurn: number;
  p50: number;
  p95: number;
  p99?: number;
  rssMb: number;
}

const path = (program: string) => fileURLToPath(new URL(`engine/${program}`, import.meta.url));

async function withBot<Result>(delay: string, use: (port: number) => Promise<Result>) {
  const bot = spawn(process.execPath, [path('load-bot.ts'), delay], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = await once(createInterface(bot.stdout), 'line');
    return await use(Number(port));
  } finally {
    bot.kill();
  }
}

async function measure(
  program: string,
  port: number,
  users: number,
  fromS = steadyFromS,
): Promise<LoadMeasurement> {
  const args = [port, users, rampS, fromS, untilS].map(String);
  const { stdout } = await promisify(execFile)(process.execPath, [path(program), ...args], {
    timeout: 180_000,
  });
  return JSON.parse(stdout);
}

const programs: Record<string, string> = {
  Parley: 'load-ours.ts',
  'bare undici': 'load-bare.ts',
  ...((await installArtillery()) && { Artillery: 'load-artillery.ts' }),
};

const rows: Record<string, LoadMeasurement> = {};
/** Largest number of users that each program sustained, and its CPU time per turn with that number. */
const held: Record<string, { users: number; cpuUsPerTurn: number }> = {};

await withBot('50', async (port) => {
  const idleP95: Record<string, number> = {};
  const isOut = new Set<string>();
  for (const users of usersAtOnce) {
    for (const [name, program] of Object.entries(programs)) {
      for (let tries = 0; tries < triesMax && !isOut.has(name); tries++) {
        const row = await measure(program, port, users);
        rows[`${name}, ${users}${tries > 0 ? ', again' : ''}`] = row;
        idleP95[name] ??= row.p95;
        if (row.failed > 0 || row.p95 > 2 * idleP95[name]) continue;
        held[name] = { users, cpuUsPerTurn: row.cpuUsPerTurn };
        break;
      }
      // Skip larger sizes after a failure: they take long and show nothing new.
      if (held[name]?.users !== users) isOut.add(name);
    }
  }
});
console.table(rows);

/** Comparison of the reported percentiles with the bot's own log, for responses between 20 and 500 ms. */
const agreement = await withBot('spread', async (port) => {
  const told = await measure('load-ours.ts', port, 500, 0);
  const log = (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as LoadMeasurement;
  const of = (key: 'p50' | 'p95' | 'p99') => ({
    told: told[key] ?? Number.NaN,
    log: log[key] ?? Number.NaN,
    'off by %': Number((((told[key] ?? 0) / (log[key] ?? 1) - 1) * 100).toFixed(2)),
  });
  return { p50: of('p50'), p95: of('p95'), p99: of('p99') };
});
console.table(agreement);

const ours = held.Parley?.users ?? 0;
const artillery = held.Artillery?.users;
const largestOff = Math.max(...Object.values(agreement).map((row) => Math.abs(row['off by %'])));
const bareAtOurs = rows[`bare undici, ${ours}`]?.cpuUsPerTurn ?? Number.NaN;
const cpuShare = (held.Parley?.cpuUsPerTurn ?? Number.NaN) / bareAtOurs;
console.log(
  JSON.stringify({
    bench: 'load',
    unit: 'conversations at once within twice the idle p95',
    ours,
    peers: { artillery, 'bare undici': held['bare undici']?.users },
    goalTimesArtillery: 3.5,
    cpuUsPerTurn: Math.round(held.Parley?.cpuUsPerTurn ?? Number.NaN),
    cpuOfBareLoop: Number(cpuShare.toFixed(2)),
    goalCpuOfBareLoop: 1.5,
    percentilesOffBy: largestOff,
    goalPercentilesOffBy: 2,
    ok: cpuShare <= 1.5 && largestOff <= 2 && (artillery === undefined || ours >= 3.5 * artillery),
  }),
);
