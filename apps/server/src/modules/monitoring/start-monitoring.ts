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

/** Maximum delay of a run, in addition to its wait for a free place. */
const lookEveryMs = 2000;

/**
 * Longest delay of a judgment on a run that was deleted, or that ended on a server of the previous release, which writes no
 * event. The others are judged as soon as their run ends.
 */
const judgeEveryMs = 60_000;

/** Longest delay of what falls due by the clock, such as a reminder. */
const tellEveryMs = 10_000;

/** Longest delay of another attempt. */
const deliverEveryMs = 10_000;

/** Pause between two looks that news cause, in milliseconds. */
const pauseMs = 500;

/** Returns the consumers of events in monitoring. */
export function monitoringConsumers(platform: Platform): EventConsumer[] {
  return [judgeEnds(platform)];
}

/** Looks for due slots by the clock of the database and follows changes, until it is closed. */
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
    // On its own: an address that does not answer takes its time.
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
