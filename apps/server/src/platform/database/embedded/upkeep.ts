/** Maintenance that a PostgreSQL server does by itself and the embedded database does not. */
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Log } from '../../observability/log.ts';

/** Interval between checkpoints. Without them, the log and the recovery after a crash would grow without limit. */
const checkpointEveryMs = 180_000;

const dayMs = 86_400_000;

/**
 * Maximum size in bytes of tables that are vacuumed during the day. Larger ones, with their indexes, would block the only
 * connection for too long and wait for the night.
 */
const smallBytes = 32 * 2 ** 20;

/**
 * Starts checkpoints and vacuums, every three minutes.
 *
 * @returns a function that stops them and waits for current work
 */
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
  } else {
    await vacuumChurned(pool);
  }
  await pool.query('checkpoint');
}

/**
 * Vacuums small tables with many changes, such as the constantly overwritten figures of a load test, by autovacuum's rule.
 * Otherwise, they would grow until the night. Larger tables wait for the night.
 */
export async function vacuumChurned(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', own.schemaname, own.relname) as name
      from pg_stat_user_tables own
      join pg_class on pg_class.oid = own.relid
      left join pg_stat_all_tables long on long.relid = pg_class.reltoastrelid
      where (own.n_dead_tup > 50 + 0.2 * own.n_live_tup or long.n_dead_tup > 50 + 0.2 * long.n_live_tup)
        and pg_total_relation_size(own.relid) <= $1`,
    [smallBytes],
  );
  // One at a time, so that other queries can run in between.
  for (const { name } of rows) await pool.query(`vacuum (analyze) ${name}`);
}

/**
 * Tells if a full vacuum is due: once a night (from 1 to 5 local time), because it blocks every query, or by day if the last
 * one is more than three days old.
 */
export function isVacuumDue(last: Date, now: Date): boolean {
  const ageMs = now.getTime() - last.getTime();
  const isNight = now.getHours() >= 1 && now.getHours() < 5;
  return ageMs > (isNight ? 0.8 : 3) * dayMs;
}

/** Returns the time of the last full vacuum. A new database counts as vacuumed now. */
function lastVacuum(marker: string): Date {
  const stat = statSync(marker, { throwIfNoEntry: false });
  if (stat !== undefined) return stat.mtime;
  writeFileSync(marker, '');
  return new Date();
}
