/** What a PostgreSQL server does by itself and the embedded one does not. */
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Log } from '../log.ts';

/** Without checkpoints the log grows without end, and so does the recovery after a crash. */
const checkpointEveryMs = 180_000;

const dayMs = 86_400_000;

/** Starts checkpoints and vacuums. Returns what stops them and waits for the one at work. */
export function startUpkeep(pool: Pool, dataFolder: string, log: Log): () => Promise<void> {
  const marker = join(dataFolder, 'vacuumed');
  let work: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    work = upkeep(pool, marker).catch((error) => log.error({ err: error }, 'Upkeep failed'));
  }, checkpointEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await work;
  };
}

async function upkeep(pool: Pool, marker: string): Promise<void> {
  if (isVacuumDue(lastVacuum(marker), new Date())) {
    await pool.query('vacuum (analyze)');
    writeFileSync(marker, '');
    utimesSync(marker, new Date(), new Date());
  }
  await pool.query('checkpoint');
}

/** Once a night, because it holds up every query; by day only when three nights were missed. */
export function isVacuumDue(last: Date, now: Date): boolean {
  const ageMs = now.getTime() - last.getTime();
  const isNight = now.getHours() >= 1 && now.getHours() < 5;
  return ageMs > (isNight ? 0.8 : 3) * dayMs;
}

/** A fresh database counts as vacuumed. */
function lastVacuum(marker: string): Date {
  const stat = statSync(marker, { throwIfNoEntry: false });
  if (stat !== undefined) return stat.mtime;
  writeFileSync(marker, '');
  return new Date();
}
