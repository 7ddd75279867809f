/**
 * Logs that the database is away, repeats that every minute, and logs that it is back. Meanwhile, log lines about failures that
 * the outage causes are dropped: all would say the same, with a stack trace.
 */

import type { Log } from '../observability/log.ts';
import { type Outage, outageKey } from '../observability/outage-line.ts';
import { isDatabaseAway } from './is-database-away.ts';

const probeEveryMs = 1000;

const tellEveryMs = 60_000;

/**
 * Maximum number of log lines that are held back until a probe decides whether to write or drop them. Further lines are
 * dropped.
 */
const heldMax = 100;

export interface OutageWatch {
  /** Marks an error as caused by the connection to this database if it means that the database is away. Returns the error. */
  mark<E>(error: E): E;
  close(): void;
}

/** Starts to watch for outages. `probe` has to reject while the database is away. */
export function watchOutage(log: Log, probe: () => Promise<void>): OutageWatch {
  let awaySince: number | undefined;
  let toldAt = 0;
  let held: (() => void)[] = [];
  let leftOut = 0;
  let soundAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const secondsAway = (since: number) => Math.round((Date.now() - since) / 1000);

  async function look(): Promise<void> {
    isLooking = true;
    const reason = await probe().then(() => undefined, reasonOf);
    isLooking = false;
    if (isClosed || reason === undefined) found();
    else missed(reason);
  }

  function missed(reason: string): void {
    leftOut += held.length;
    held = [];
    if (awaySince === undefined) {
      [awaySince, toldAt] = [Date.now(), Date.now()];
      log.warn({ reason }, 'The database is away');
    } else if (Date.now() - toldAt >= tellEveryMs) {
      toldAt = Date.now();
      log.warn({ reason, seconds: secondsAway(awaySince), leftOut }, 'The database is still away');
    }
    timer = setTimeout(() => void look(), probeEveryMs);
    timer.unref();
  }

  function found(): void {
    if (awaySince !== undefined)
      log.info({ seconds: secondsAway(awaySince), leftOut }, 'The database is back');
    else for (const write of held) write();
    held = [];
    leftOut = 0;
    awaySince = undefined;
    soundAt = Date.now();
  }

  const outage: Outage = {
    judge(write) {
      if (awaySince !== undefined) leftOut += 1;
      else if (isClosed || Date.now() - soundAt < probeEveryMs) write();
      else {
        if (held.length < heldMax) held.push(write);
        else leftOut += 1;
        if (!isLooking) void look();
      }
    },
  };

  return {
    mark(error) {
      if (error instanceof Error && isDatabaseAway(error))
        Object.assign(error, { [outageKey]: outage });
      return error;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const write of held) write();
      held = [];
    },
  };
}

const reasonOf = (error: unknown) => {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'unknown';
};
