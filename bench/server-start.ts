/**
 * How long the server takes from the command until it serves: on nothing at all, and on a database
 * that is there already; with the embedded database and with PostgreSQL.
 *
 *   npm run bench -- server-start [--rounds N]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEmptyPostgresql } from '@parley/server/testing/database-template';
import { freePort } from '@parley/server/testing/free-port';
import { startServerProcess } from '@parley/server/testing/server-process';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
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

const rows = { 'embedded database': embedded, PostgreSQL: postgresql };
console.log('\n                     fresh ms   existing ms   (median)');
for (const [name, { fresh, existing }] of Object.entries(rows))
  console.log(
    name.padEnd(20) + String(median(fresh)).padStart(9) + String(median(existing)).padStart(14),
  );

const ours = median(embedded.existing);
const goal = 2000;
console.log(
  JSON.stringify({
    bench: 'server-start',
    unit: 'ms until it serves, embedded database, existing',
    ours,
    oursFresh: median(embedded.fresh),
    postgresql: median(postgresql.existing),
    postgresqlFresh: median(postgresql.fresh),
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

function median(figures: number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
}
