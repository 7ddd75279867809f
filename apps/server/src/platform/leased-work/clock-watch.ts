/** Notices when the clock of the database jumps, as when it is set or the machine was asleep. */
import { sql } from 'drizzle-orm';
import type { Database } from '../database/db.ts';

/** Clocks that are only set right by degrees stay below it, and leases outlast it. */
const jumpMs = 2000;

interface Look {
  clockMs: number;
  /** Bounds of the moment of the reading, on a clock that cannot be set. */
  fromMs: number;
  toMs: number;
}

interface ClockWatch {
  /** Reads the clock. Returns by how much it has jumped since the last look, at least; 0 if it has not. */
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
 * A slow answer is not a jump: the elapsed time lies between two bounds, and only beyond them the
 * clock has jumped.
 */
function jumpBetween(before: Look, after: Look): number {
  const passed = after.clockMs - before.clockMs;
  const ahead = passed - (after.toMs - before.fromMs);
  const back = passed - (after.fromMs - before.toMs);
  if (ahead > jumpMs) return ahead;
  return back < -jumpMs ? back : 0;
}
