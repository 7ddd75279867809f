/** Detects jumps of the database's clock, for example when it is set or after the machine was asleep. */
import { sql } from 'drizzle-orm';
import type { Database } from '../database/db.ts';

/** Smallest jump that counts, in milliseconds. Clocks that are corrected gradually stay below it, and leases outlast it. */
const jumpMs = 2000;

interface Look {
  clockMs: number;
  /** Bounds of the moment of the reading, on a clock that cannot be set. */
  fromMs: number;
  toMs: number;
}

interface ClockWatch {
  /** Reads the clock. Returns the milliseconds that it has jumped since the last look, at least; 0 if it has not. */
  look(): Promise<number>;
  /** Milliseconds without a clock jump, on a monotonic clock. */
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
 * Computes the jump between two readings. A slow answer is not a jump: the elapsed time lies between two bounds, and the clock
 * has jumped only if it is beyond them.
 */
function jumpBetween(before: Look, after: Look): number {
  const passed = after.clockMs - before.clockMs;
  const ahead = passed - (after.toMs - before.fromMs);
  const back = passed - (after.fromMs - before.toMs);
  if (ahead > jumpMs) return ahead;
  return back < -jumpMs ? back : 0;
}
