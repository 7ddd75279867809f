/** State of the installation across all organizations, without the contents of their tests. */
import { asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  alertChannels,
  alertDeliveries,
  explorations,
  loadShares,
  monitors,
  outboxMails,
  runQueue,
  runs,
  serverProcesses,
  suites,
} from '../../db/schema/index.ts';
import type { Database } from '../../platform/database/db.ts';
import { isGivenUp as isMailGivenUp, isUnsent } from '../../platform/mail/mail.ts';
import { isDeliveryGivenUp } from '../monitoring/monitoring.ts';

/** Three times what a process says it is there by. */
const silentAfterS = 15;

/** Workers look every 5 s. */
const lateAfterS = 30;

const number = (expression: ReturnType<typeof sql>) =>
  sql<number>`(${expression})::float8`.mapWith(Number);

/** Seconds since the earliest of these times; null where there is none. */
const ageOf = (time: ReturnType<typeof sql>) =>
  sql<number | null>`extract(epoch from now() - (${time}))::float8`;

export function listProcesses(db: Database) {
  const held = (table: typeof runs | typeof explorations | typeof loadShares, isHeld: SQL) =>
    number(sql`
      select count(*) from ${table}
      where split_part(${table.leaseOwner}, '.', 1) = ${serverProcesses.id} and ${isHeld}`);
  return db
    .select({
      id: serverProcesses.id,
      role: serverProcesses.role,
      host: serverProcesses.host,
      pid: serverProcesses.pid,
      version: serverProcesses.version,
      startedAt: serverProcesses.startedAt,
      seenAt: serverProcesses.seenAt,
      isSilent: sql<boolean>`${serverProcesses.seenAt} < now() - make_interval(secs => ${silentAfterS})`,
      clockAheadMs: number(
        sql`extract(epoch from ${serverProcesses.clockAt} - ${serverProcesses.seenAt}) * 1000`,
      ),
      runs: held(runs, eq(runs.status, 'running')),
      conversations: held(explorations, eq(explorations.conversationStatus, 'held')),
      loadShares: held(loadShares, eq(loadShares.status, 'running')),
    })
    .from(serverProcesses)
    .orderBy(asc(serverProcesses.startedAt));
}

export async function countRuns(db: Database) {
  const atWork = db.select({ count: sql`count(*)` }).from(runs).where(eq(runs.status, 'running'));
  const [row] = await db
    .select({
      waiting: number(sql`count(*)`),
      atWork: number(sql`(${atWork})`),
      oldestSeconds: ageOf(sql`min(${runQueue.createdAt})`),
    })
    .from(runQueue);
  return { kind: 'runs', dead: 0, ...row };
}

export async function countMails(db: Database) {
  const isDead = sql`${isMailGivenUp}`;
  const [row] = await db
    .select({
      waiting: number(sql`count(*) filter (where not (${isDead}))`),
      dead: number(sql`count(*) filter (where ${isDead})`),
      oldestSeconds: ageOf(sql`min(${outboxMails.createdAt}) filter (where not (${isDead}))`),
    })
    .from(outboxMails)
    .where(isUnsent);
  return { kind: 'mails', atWork: 0, ...row };
}

export async function countDeliveries(db: Database) {
  const isWaiting = eq(alertDeliveries.status, 'waiting');
  const [row] = await db
    .select({
      waiting: number(sql`count(*) filter (where ${isWaiting})`),
      dead: number(sql`count(*) filter (where ${isDeliveryGivenUp})`),
      oldestSeconds: ageOf(sql`min(${alertDeliveries.createdAt}) filter (where ${isWaiting})`),
    })
    .from(alertDeliveries)
    .where(inArray(alertDeliveries.status, ['waiting', 'failed']));
  return { kind: 'alerts', atWork: 0, ...row };
}

export async function listDeadMails(db: Database, limit: number) {
  const rows = await db
    .select({
      id: outboxMails.id,
      target: outboxMails.recipient,
      attempts: outboxMails.attempts,
      reason: outboxMails.lastError,
      at: outboxMails.nextAttemptAt,
    })
    .from(outboxMails)
    .where(isMailGivenUp)
    .orderBy(desc(outboxMails.nextAttemptAt))
    .limit(limit);
  return rows.map((row) => ({ ...row, kind: 'mails', reason: row.reason ?? '' }));
}

export async function listDeadDeliveries(db: Database, limit: number) {
  const rows = await db
    .select({
      id: alertDeliveries.id,
      target: alertChannels.name,
      attempts: alertDeliveries.attempts,
      reason: alertDeliveries.lastError,
      at: alertDeliveries.nextAttemptAt,
    })
    .from(alertDeliveries)
    .innerJoin(alertChannels, eq(alertChannels.id, alertDeliveries.channelId))
    .where(isDeliveryGivenUp)
    .orderBy(desc(alertDeliveries.nextAttemptAt))
    .limit(limit);
  return rows.map((row) => ({ ...row, kind: 'alerts', reason: row.reason ?? '' }));
}

export async function countLateSlots(db: Database) {
  const [row] = await db
    .select({ count: count(), oldestSeconds: ageOf(sql`min(${monitors.nextAt})`) })
    .from(monitors)
    .innerJoin(suites, eq(suites.id, monitors.suiteId))
    .where(
      sql`${suites.isMonitoring} and ${monitors.nextAt} < now() - make_interval(secs => ${lateAfterS})`,
    );
  return { count: row?.count ?? 0, oldestSeconds: row?.oldestSeconds ?? 0 };
}

export async function readDatabaseBytes(db: Database): Promise<number> {
  const { rows } = await db.execute(sql`select pg_database_size(current_database()) as bytes`);
  return Number(rows[0]?.bytes);
}
