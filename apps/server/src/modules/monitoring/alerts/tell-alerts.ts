/**
 * Determines which channels must still be notified of which alerts, and adds the missing deliveries to the outbox. Idempotent,
 * so it can run at any time.
 */
import { type SQL, sql } from 'drizzle-orm';
import { alertChannels, alertDeliveries, alerts } from '../../../db/schema/alerts.ts';
import { monitors } from '../../../db/schema/monitoring.ts';
import { suites } from '../../../db/schema/suites.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isOpen } from '../../organizations/organizations.ts';
import { isExample } from '../../suites/suites.ts';
import { deliveriesTopic } from './alert-news.ts';
import { toldAfter } from './alerts.queries.ts';

/** Key of the advisory lock that admits one worker at a time; the number is arbitrary. */
const lock = 7_203_115;

/** Inserts the missing deliveries, and notifies the workers that send them. */
export async function tellAlerts({ db, news }: Pick<Platform, 'db' | 'news'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lock}) as mine`,
    );
    if (rows[0]?.mine !== true) return;
    let told = 0;
    for (const tell of [tellOpened, tellReopened, remind, tellResolved]) told += await tell(tx);
    if (told > 0) await news.publish(tx, deliveriesTopic);
  });
}

const columns = sql.raw('(id, organization_id, channel_id, alert_id, kind)');

const told = sql`select from ${alertDeliveries} told
  where told.alert_id = alert.id and told.channel_id = channel.id`;

/** Excludes alerts of paused monitors, examples and locked organizations. Alerts about stopped monitors are always sent. */
const isWatched = sql`(alert.stop_reason is not null or not exists (
    select from ${monitors} where ${monitors.suiteId} = alert.suite_id and ${monitors.pausedUntil} > now()
  ) and not exists (
    select from ${suites} where ${suites.id} = alert.suite_id and ${isExample}
  ) and ${isOpen(sql`alert.organization_id`)})`;

/** Excludes alerts that are acknowledged or snoozed. Their resolution is announced anyway. */
const isLoud = sql`(alert.acknowledged_at is null and coalesce(alert.snoozed_until <= now(), true))`;

const isOfChannel = sql`(jsonb_array_length(channel.classes) = 0 or exists (
    select from jsonb_array_elements_text(channel.classes) class
    where jsonb_exists(alert.classes, class)
  ))`;

/**
 * Enqueues deliveries of open alerts that satisfy `isWatched` and `isLoud`, to the enabled channels for which `isDue` holds.
 */
async function enqueueOfOpen(db: Database, kind: SQL, isDue: SQL): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into ${alertDeliveries} ${columns}
    select gen_random_uuid()::text, alert.organization_id, channel.id, alert.id, ${kind}
    from ${alerts} alert
    join ${alertChannels} channel on channel.organization_id = alert.organization_id
    where alert.resolved_at is null and channel.is_enabled and ${isWatched} and ${isLoud}
      and ${isDue}`);
  return rowCount ?? 0;
}

/** Announces a new alert, immediately or after the delay of the channel. */
function tellOpened(db: Database): Promise<number> {
  return enqueueOfOpen(
    db,
    sql`case when channel.after_minutes = 0 then 'opened' else 'escalated' end`,
    sql`alert.opened_at <= now() - make_interval(mins => channel.after_minutes)
      and ${isOfChannel} and not exists (${told})`,
  );
}

/** Notifies channels that were notified of an alert when it fails in a new way. */
function tellReopened(db: Database): Promise<number> {
  return enqueueOfOpen(
    db,
    sql`'reopened'`,
    sql`alert.reopened_at is not null and ${isOfChannel} and exists (${told})
      and not exists (${told} and told.created_at >= alert.reopened_at)`,
  );
}

/**
 * Enqueues reminders, unless another notification is pending: one is enough, however long the address was unreachable. Stopped
 * monitors get no reminders, because a plan may have ended for good.
 */
function remind(db: Database): Promise<number> {
  return enqueueOfOpen(
    db,
    sql`'reminder'`,
    sql`alert.stop_reason is null
      and channel.remind_every_minutes is not null and exists (${told})
      and not exists (${told} and (told.status = 'waiting' or told.created_at
        > now() - make_interval(mins => channel.remind_every_minutes)))`,
  );
}

/** Announces the resolution to all channels that were notified of the alert. */
async function tellResolved(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into ${alertDeliveries} ${columns}
    select gen_random_uuid()::text, alert.organization_id, channel.id, alert.id, 'resolved'
    from ${alerts} alert
    join ${alertChannels} channel on channel.organization_id = alert.organization_id
    where alert.resolved_at > ${toldAfter} and channel.is_enabled
      and exists (${told}) and not exists (${told} and told.kind = 'resolved')`);
  return rowCount ?? 0;
}
