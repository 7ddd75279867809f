/**
 * Limits on the alerts of an organization per day (UTC). Anybody can enter anybody's address, so both the emails to one mailbox
 * and the total are limited. Excess alerts are sent the next day.
 */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { alertCounts } from '../../../db/schema/alerts.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { findOrganization } from '../../organizations/organizations.ts';

type Medium = 'mail' | 'post';

interface DailyLimit {
  /** Limit per mailbox, or per destination of posts. */
  toOne: number;
  inAll: number;
}

export const alertLimits: Record<Medium, Record<'alerts' | 'tests', DailyLimit>> = {
  mail: { alerts: { toOne: 200, inAll: 5_000 }, tests: { toOne: 5, inAll: 60 } },
  post: { alerts: { toOne: 2_000, inAll: 20_000 }, tests: { toOne: 100, inAll: 500 } },
};

/** Total limit of alert emails per day during a trial, when people have few colleagues to alert. */
export const trialMailsMax = 300;

/** Deliveries to send to `recipients`. */
export interface Sending {
  medium: Medium;
  isTest: boolean;
  recipients: readonly string[];
}

export interface Counted {
  /** Recipients within the limits, in their original spelling. */
  within: string[];
  /** Reason why deliveries are held back; undefined if none are. */
  heldBack: string | undefined;
}

/**
 * Counts deliveries toward the limits and returns those within them. Call it in a transaction that is rolled back if nothing
 * can be sent, so that deliveries that are held back do not count.
 */
export async function countSending(
  scope: WorkScope,
  { medium, isTest, recipients }: Sending,
): Promise<Counted> {
  const limits = alertLimits[medium][isTest ? 'tests' : 'alerts'];
  const { toOne } = limits;
  const inAll =
    medium === 'mail' && (await isOnTrial(scope))
      ? Math.min(limits.inAll, trialMailsMax)
      : limits.inAll;
  const count = (recipient: string, by: number, limit: number) =>
    addToCount(scope, { medium, isTest, recipient, by, limit });
  const within: string[] = [];
  // Count in a fixed order, so that concurrent senders cannot deadlock.
  const sorted = recipients.map((one) => ({ one, hash: hashOfRecipient(one) }));
  sorted.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  for (const { one, hash } of sorted) if (await count(hash, 1, toOne)) within.push(one);
  const what = isTest ? 'test alerts' : 'alerts';
  if (within.length > 0 && !(await count('', within.length, inAll)))
    return {
      within: [],
      heldBack: `Your organization sends at most ${inAll} ${what} of this kind a day.`,
    };
  const over = recipients.length - within.length;
  if (over === 0) return { within, heldBack: undefined };
  const whom =
    medium === 'post'
      ? 'one address'
      : `one mailbox; ${over === 1 ? '1 recipient has' : `${over} recipients have`} had them`;
  return { within, heldBack: `At most ${toOne} ${what} a day go to ${whom}.` };
}

async function isOnTrial(scope: WorkScope): Promise<boolean> {
  return (await findOrganization(scope))?.subscriptionStatus === 'trial';
}

interface Addition {
  medium: Medium;
  isTest: boolean;
  recipient: string;
  by: number;
  limit: number;
}

/** @returns false without adding anything if the limit would be exceeded */
async function addToCount(
  { db, organizationId }: WorkScope,
  { medium, isTest, recipient, by, limit }: Addition,
): Promise<boolean> {
  const today = sql<string>`(now() at time zone 'utc')::date`;
  const added = await db
    .insert(alertCounts)
    .values({ organizationId, day: today, medium, isTest, recipient, sent: by })
    .onConflictDoUpdate({
      target: [
        alertCounts.organizationId,
        alertCounts.day,
        alertCounts.medium,
        alertCounts.isTest,
        alertCounts.recipient,
      ],
      set: { sent: sql`${alertCounts.sent} + ${by}` },
      setWhere: sql`${alertCounts.sent} + ${by} <= ${limit}`,
    })
    .returning({ sent: alertCounts.sent });
  return added.length > 0;
}

/** Hashes an address, because addresses are sealed in other tables and must not be readable in this one. */
export const hashOfRecipient = (recipient: string) =>
  createHash('sha256').update(recipient).digest('base64url').slice(0, 22);
