/** Detects jumps of the database's clock, for example because it was set or the machine was asleep. */
import { sql } from 'drizzle-orm';
import type { Database } from '../database/db.ts';

/**
 * Smallest difference that counts as a jump, in milliseconds. Gradual clock corrections stay below it, and leases are much
 * longer.
 */
const jumpMs = 2000;

interface Look {
  clockMs: number;
  /** Monotonic times before and after the clock was read. */
  fromMs: number;
  toMs: number;
}

interface ClockWatch {
  /**
   * Reads the clock.
   * @returns the milliseconds that it has jumped since the last reading, negative if it was set back; 0 without a jump
   */
  look(): Promise<number>;
  /** Returns the milliseconds since the last clock jump, or since the start, on a monotonic clock. */
  steadyForMs(): number;
}

export function watchClock(db: Database): ClockWatch {
  let last: Look | undefined;
  let steadySince = performance.now();
  return {
    async look() {
      const before = last;
      last = await readClock(db);
      const jump = before === undefined ? 0 : jumpBetween(before, last);
      if (jump !== 0) steadySince = performance.now();
      return jump;
    },
    steadyForMs: () => performance.now() - steadySince,
  };
}

async function readClock(db: Database): Promise<Look> {
  const fromMs = performance.now();
  const { rows } = await db.execute<{ ms: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  );
  return { clockMs: Number(rows[0]?.ms), fromMs, toMs: performance.now() };
}

/**
 * Computes the jump between two readings. A slow response is not a jump: the time that really passed lies between two bounds,
 * and only a difference beyond them counts.
 */
function jumpBetween(before: Look, after: Look): number {
  const passed = after.clockMs - before.clockMs;
  const ahead = passed - (after.toMs - before.fromMs);
  const back = passed - (after.fromMs - before.toMs);
  if (ahead > jumpMs) return ahead;
  return back < -jumpMs ? back : 0;
}
