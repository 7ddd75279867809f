import { actOnNews } from '../../platform/live/act-on-news.ts';
import { type EventConsumer, eventsTopic } from '../../platform/outbox/domain-events.ts';
import type { Platform } from '../../platform/platform.ts';
import { alertsTopic, deliveriesTopic } from './alerts/alert-news.ts';
import { createAlertSender } from './alerts/alert-sender.ts';
import { resolveUnmonitored } from './alerts/alerts.queries.ts';
import { deliverAlerts } from './alerts/deliver-alerts.ts';
import { tellAlerts } from './alerts/tell-alerts.ts';
import { forgetUnmonitored } from './schedule/monitoring.queries.ts';
import { judgeEnds, judgeSlots } from './slots/judge-slots.ts';
import { startDueRuns } from './slots/start-due-runs.ts';

/** Interval of the search for due slots: the maximum delay before a run is queued. */
const lookEveryMs = 2000;

/**
 * Interval of the search for unevaluated slots of runs that were deleted, or that ended on a server of the previous release,
 * which writes no event. Other slots are evaluated as soon as their run ends.
 */
const judgeEveryMs = 60_000;

/** Interval of the search for notifications that become due by time, such as reminders. */
const tellEveryMs = 10_000;

/** Interval of the search for deliveries to retry. */
const deliverEveryMs = 10_000;

/** Minimum pause between two rounds triggered by news, in milliseconds. */
const pauseMs = 500;

/** Returns this module's consumers of events. */
export function monitoringConsumers(platform: Platform): EventConsumer[] {
  return [judgeEnds(platform)];
}

/** Starts the loops that queue due runs, evaluate slots, and create and send notifications. They run until `close`. */
export function startMonitoring(platform: Platform): { close(): Promise<void> } {
  const { db, log, news } = platform;
  const sender = createAlertSender(platform);
  const closing = new AbortController();

  const onError = (error: unknown) => log.warn({ err: error }, 'Monitoring could not do its round');
  const follow = (topics: string[], everyMs: number, act: () => Promise<void>) =>
    actOnNews(news, { topics, everyMs, pauseMs, act, onError });

  const loops = [
    follow([], lookEveryMs, async () => {
      await forgetUnmonitored(db);
      if ((await resolveUnmonitored(db)) > 0)
        await news.publishAll(db, [[alertsTopic], [eventsTopic]]);
      await startDueRuns(platform);
    }),
    follow([], judgeEveryMs, () => judgeSlots(platform)),
    follow([alertsTopic], tellEveryMs, () => tellAlerts(platform)),
    // A separate loop, because addresses that do not respond take time.
    follow([deliveriesTopic], deliverEveryMs, () =>
      deliverAlerts(platform, sender, closing.signal),
    ),
  ];
  return {
    async close() {
      closing.abort();
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
}
