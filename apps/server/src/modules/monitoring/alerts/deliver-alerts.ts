import { and, eq, sql } from 'drizzle-orm';
import { Counter } from 'prom-client';
import { alertChannels, alertDeliveries, alerts } from '../../../db/schema/alerts.ts';
import { runs } from '../../../db/schema/runs.ts';
import { suites } from '../../../db/schema/suites.ts';
import type { Database } from '../../../platform/database/db.ts';
import { DeliveryError } from '../../../platform/egress/post-message.ts';
import { deliverDue, pauseAfter } from '../../../platform/outbox/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AlertFacts } from './alert-message.ts';
import { type AlertSender, HeldBackError } from './alert-sender.ts';
import {
  type AlertRow,
  alertOutbox,
  type ChannelRow,
  type DeliveryRow,
  endAttempt,
} from './alerts.queries.ts';
import { readEvidence } from './incidents.queries.ts';

/** Maximum number of attempts. Pauses double from 10 s up to an hour, which makes about half a day. */
const attemptsMax = 18;
const longestPauseS = 3600;

const batchSize = 40;

/**
 * Maximum number of deliveries of one organization in a batch, so that its unresponsive addresses do not delay other
 * organizations.
 */
const organizationMax = 10;

const attemptsMade = new Counter({
  name: 'parley_alert_deliveries_total',
  help: 'Attempts to deliver an alert: sent, failed (tried again), given-up or held-back (over the limit of a day).',
  labelNames: ['channel', 'result'] as const,
});

interface Claimed {
  delivery: DeliveryRow;
  channel: ChannelRow;
  facts: AlertFacts;
}

type DeliveryPlatform = Pick<Platform, 'db' | 'config' | 'log'>;

/** Sends due deliveries until `closing` aborts. Each is claimed by one worker. If that worker dies, the delivery is retried. */
export async function deliverAlerts(
  platform: DeliveryPlatform,
  sender: AlertSender,
  closing: AbortSignal,
): Promise<void> {
  await deliverDue({
    async claim() {
      await forgetUnwanted(platform.db);
      return claimDue(platform);
    },
    async attempt(claimed) {
      await attempt(platform, sender, claimed);
      // A failure is no reason to skip other deliveries, because each channel has its own address.
      return true;
    },
    stopping: closing,
  });
}

/** Attempts a delivery once and stores the result. */
export async function attempt(
  { db, log }: DeliveryPlatform,
  sender: AlertSender,
  { delivery, channel, facts }: Claimed,
): Promise<DeliveryRow> {
  const { id, attempts } = delivery;
  try {
    const heldBack = await sender.send(channel, id, facts);
    if (heldBack !== undefined) {
      log.warn({ channel: channel.id, reason: heldBack }, 'An alert did not go to all recipients');
      attemptsMade.inc({ channel: channel.kind, result: 'held-back' });
    }
    attemptsMade.inc({ channel: channel.kind, result: 'sent' });
    const lastError = heldBack === undefined ? null : `Not sent to all. ${heldBack}`;
    return (await endAttempt(db, id, { status: 'sent', isSent: true, lastError })) ?? delivery;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    if (error instanceof HeldBackError && delivery.kind !== 'test') {
      log.warn({ channel: channel.id, reason: error.message }, 'An alert waits for the next day');
      attemptsMade.inc({ channel: channel.kind, result: 'held-back' });
      const lastError = `Held back until tomorrow. ${error.message}`;
      // This does not count as an attempt, because attempts are limited on account of addresses that do not respond.
      const end = { status: 'waiting', lastError, attempts: attempts - 1 } as const;
      return (await endAttempt(db, id, { ...end, pauseS: secondsOfToday() })) ?? delivery;
    }
    log.warn({ err: error, channel: channel.id, attempts }, 'An alert could not be delivered');
    const isGivenUp = error.isFinal || attempts >= attemptsMax || delivery.kind === 'test';
    attemptsMade.inc({ channel: channel.kind, result: isGivenUp ? 'given-up' : 'failed' });
    const end = { status: isGivenUp ? 'failed' : 'waiting', lastError: error.message } as const;
    const pauseS = pauseAfter(attempts, longestPauseS);
    return (await endAttempt(db, id, { ...end, pauseS })) ?? delivery;
  }
}

/** Returns the seconds until one minute after midnight (UTC), when the counts start anew. */
function secondsOfToday(): number {
  const daySeconds = 86_400;
  return daySeconds - (Math.floor(Date.now() / 1000) % daySeconds) + 60;
}

/**
 * Deletes obsolete deliveries: those of disabled channels, and reminders of resolved or acknowledged alerts. They leave no
 * trace, so that a re-enabled channel is notified of the alerts that are open then.
 */
async function forgetUnwanted(db: Database): Promise<void> {
  await db.execute(sql`
    delete from ${alertDeliveries} where id in (
      select due.id from ${alertDeliveries} due
      join ${alertChannels} channel on channel.id = due.channel_id
      join ${alerts} alert on alert.id = due.alert_id
      where due.status = 'waiting' and due.next_attempt_at <= now()
        and (not channel.is_enabled or (due.kind in ('reminder', 'reopened')
          and (alert.resolved_at is not null or alert.acknowledged_at is not null)))
      limit 1000
    )`);
}

/** Claims due deliveries in order: a notification of an alert on a channel waits for earlier ones of that alert. */
async function claimDue({ db, config }: DeliveryPlatform): Promise<Claimed[]> {
  // Arrays, because a join could evaluate either subquery again for each row.
  const next = sql`array(
    select id from (
      select due.id, due.next_attempt_at, row_number() over (
        partition by due.organization_id order by due.next_attempt_at
      ) as place
      from ${alertDeliveries} due
      where due.status = 'waiting' and due.next_attempt_at <= now() and not exists (
        select from ${alertDeliveries} earlier
        where earlier.alert_id = due.alert_id and earlier.channel_id = due.channel_id
          and earlier.status = 'waiting' and earlier.created_at < due.created_at
      )
    ) placed
    where place <= ${organizationMax} order by place, next_attempt_at limit ${batchSize}
  )`;
  const due = sql`array(
    select due.id from ${alertDeliveries} due
    where due.id = any(${next}) and due.status = 'waiting' and due.next_attempt_at <= now()
    for update of due skip locked
  )`;
  const claimed = await db
    .update(alertDeliveries)
    .set(alertOutbox.claimed)
    .where(sql`${alertDeliveries.id} = any(${due})`)
    .returning();
  const found = claimed.map(async (delivery) => {
    const [row] = await db
      .select({
        channel: alertChannels,
        alert: alerts,
        runNumber: runs.number,
        isMonitored: suites.isMonitoring,
      })
      .from(alertDeliveries)
      .innerJoin(alertChannels, eq(alertChannels.id, alertDeliveries.channelId))
      .leftJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
      .leftJoin(suites, eq(suites.id, alerts.suiteId))
      .leftJoin(
        runs,
        and(eq(runs.id, alerts.runId), eq(runs.organizationId, alerts.organizationId)),
      )
      .where(and(eq(alertDeliveries.id, delivery.id)));
    if (!row) return [];
    const { channel, alert, runNumber, isMonitored } = row;
    const facts = factsOf(config.publicUrl, delivery, alert, {
      runNumber,
      isMonitored: isMonitored ?? false,
    });
    return [{ delivery, channel, facts }];
  });
  return (await Promise.all(found)).flat();
}

export function factsOf(
  publicUrl: string,
  { id, kind, createdAt }: DeliveryRow,
  alert: AlertRow | null,
  { runNumber, isMonitored }: Pick<AlertFacts, 'runNumber' | 'isMonitored'>,
): AlertFacts {
  return {
    kind,
    alertId: alert?.id ?? id,
    suiteName: alert?.suiteName ?? 'Example',
    stopReason: alert?.stopReason ?? null,
    classes: alert?.classes ?? [],
    openedAt: alert?.openedAt ?? createdAt,
    failingSince: alert?.failingSince ?? alert?.openedAt ?? createdAt,
    evidence: alert && readEvidence(alert),
    runId: alert?.runId ?? null,
    runNumber,
    resolvedAt: alert?.resolvedAt ?? null,
    replaced: alert && replacedTimesOf(alert),
    isMonitored,
    link: `${publicUrl}${pathOf(alert)}`,
  };
}

function replacedTimesOf({ standsSince, dueAt }: AlertRow): AlertFacts['replaced'] {
  return standsSince && dueAt ? { since: standsSince, dueAt } : null;
}

function pathOf(alert: AlertRow | null): string {
  if (alert?.runId) return `/history/testruns/${alert.runId}`;
  return alert?.suiteId ? `/test-suite/${alert.suiteId}` : '/history/monitoring';
}
