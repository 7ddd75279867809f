import type { Platform } from '../../platform/platform.ts';
import { createAlertSender } from './alerts/alert-sender.ts';
import { resolveUnmonitored } from './alerts/alerts.queries.ts';
import { deliverAlerts } from './alerts/deliver-alerts.ts';
import { tellAlerts } from './alerts/tell-alerts.ts';
import { forgetUnmonitored } from './schedule/monitoring.queries.ts';
import { judgeSlots } from './slots/judge-slots.ts';
import { startDueRuns } from './slots/start-due-runs.ts';

/** Maximum delay of a run, in addition to its wait for a free place. */
const lookEveryMs = 2000;

const judgeEveryMs = 2000;

const deliverEveryMs = 2000;

/** Looks for due slots by the clock of the database, until it is closed. */
export function startMonitoring(platform: Platform): { close(): Promise<void> } {
  const { db, log } = platform;
  const sender = createAlertSender(platform);
  const closing = new AbortController();

  /** A look that takes longer than the interval is not joined by a second one. */
  const every = (ms: number, act: () => Promise<void>) => {
    let look: Promise<void> | undefined;
    const timer = setInterval(() => {
      look ??= act()
        .catch((error) => log.warn({ err: error }, 'Monitoring could not do its round'))
        .finally(() => {
          look = undefined;
        });
    }, ms);
    return async () => {
      clearInterval(timer);
      await look;
    };
  };

  const stops = [
    every(lookEveryMs, async () => {
      await forgetUnmonitored(db);
      await startDueRuns(platform);
    }),
    every(judgeEveryMs, async () => {
      await judgeSlots(platform);
      await resolveUnmonitored(db);
      await tellAlerts(db);
    }),
    // On its own: an address that does not answer takes its time.
    every(deliverEveryMs, () => deliverAlerts(platform, sender, closing.signal)),
  ];
  return {
    async close() {
      closing.abort();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
