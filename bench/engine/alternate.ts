import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Measurement } from './measured.ts';

/** A loop to measure: a program in this folder with its arguments. It holds conversations with the bot. */
export interface Contender {
  name: string;
  program: string;
  args(port: number): (string | number)[];
}

const path = (program: string) => fileURLToPath(new URL(program, import.meta.url));

/**
 * Measures the contenders alternately, each time in a new process against the same bot, so that other load on the machine
 * affects all of them. Returns each contender's median measurement by CPU time.
 */
export async function alternate(
  contenders: Contender[],
  { rounds = 5, delayMs = 0 } = {},
): Promise<Record<string, Measurement>> {
  const bot = spawn(process.execPath, [path('echo-bot.ts'), String(delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(bot.stdout), 'line');
  const measurements = new Map<string, Measurement[]>(contenders.map(({ name }) => [name, []]));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const { name, program, args } of contenders) {
        measurements.get(name)?.push(await measure(program, args(Number(line))));
      }
    }
  } finally {
    bot.kill();
  }
  return Object.fromEntries([...measurements].map(([name, all]) => [name, median(all)]));
}

async function measure(program: string, args: (string | number)[]): Promise<Measurement> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path(program), ...args.map(String)],
    {
      timeout: 300_000,
    },
  );
  return JSON.parse(stdout);
}

function median(all: Measurement[]): Measurement {
  const sorted = all.toSorted((a, b) => a.cpuUsPerTurn - b.cpuUsPerTurn);
  return sorted[Math.floor(sorted.length / 2)] as Measurement;
}

/** Prints the measurements as a table. */
export function printTable(measurements: Record<string, Measurement>): void {
  console.table(
    Object.fromEntries(
      Object.entries(measurements).map(
        ([name, { cpuUsPerTurn, turns, wallMs, rssMb, latencyMs }]) => [
          name,
          {
            'CPU µs per turn': Number(cpuUsPerTurn.toFixed(1)),
            'turns per second': Math.round((turns / wallMs) * 1000),
            'p50 ms': latencyMs.p50,
            'p95 ms': latencyMs.p95,
            'memory MB': rssMb,
          },
        ],
      ),
    ),
  );
}
