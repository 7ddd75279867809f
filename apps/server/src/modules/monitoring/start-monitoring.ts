import type { Platform } from '../../platform/platform.ts';
import { deleteOldSlots } from './monitoring.queries.ts';
import { startDueRuns } from './start-due-runs.ts';

/** How late a run may start, besides waiting for a free place. */
const lookEveryMs = 5000;

const cleanEveryMs = 3_600_000;

/** Looks at the clock of the database for runs that are due, until it is closed. */
export function startMonitoring(platform: Platform): { close(): Promise<void> } {
  const { db, log } = platform;
  let look: Promise<void> = Promise.resolve();
  let isLooking = false;

  const every = (ms: number, act: () => Promise<void>) =>
    setInterval(() => {
      // A look that takes longer than the interval is not joined by a second one.
      if (isLooking) return;
      isLooking = true;
      look = act()
        .catch((error) => log.warn({ err: error }, 'Monitoring could not look at its clock'))
        .finally(() => {
          isLooking = false;
        });
    }, ms);

  const timers = [
    every(lookEveryMs, () => startDueRuns(platform)),
    every(cleanEveryMs, () => deleteOldSlots(db)),
  ];
  return {
    async close() {
      for (const timer of timers) clearInterval(timer);
      await look;
    },
  };
}
