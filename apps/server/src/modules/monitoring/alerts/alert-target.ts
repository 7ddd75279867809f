/** Destination of an alert channel: sealed in the database, opened only to send. */
import type { AlertTarget } from '@parley/contract';
import { asc, eq, gt } from 'drizzle-orm';
import { alertChannels } from '../../../db/schema/alerts.ts';
import type { Database } from '../../../platform/database/db.ts';
import { eachById } from '../../../platform/database/each-by-id.ts';
import {
  type Resealed,
  reseal,
  type SecretChange,
  seal,
  unseal,
} from '../../../platform/security/seal.ts';
import type { ChannelRow } from './alerts.queries.ts';

const purpose = 'alert-target';

/** A target with its signing key, if its kind has one. */
export type StoredTarget = AlertTarget & { signingSecret?: string };

const pagerDutyUrl = 'https://events.pagerduty.com/v2/enqueue';

export function sealTarget(secret: string, target: StoredTarget): string {
  return seal(secret, purpose, JSON.stringify(target));
}

export function openTarget(secret: string, { sealedTarget }: ChannelRow): StoredTarget {
  return JSON.parse(unseal(secret, purpose, sealedTarget)) as StoredTarget;
}

/** Returns the URL that alerts are posted to; undefined for email. */
export function urlOf(target: AlertTarget): string | undefined {
  if (target.kind === 'email') return undefined;
  return target.kind === 'pagerduty' ? (target.url ?? pagerDutyUrl) : target.url;
}

/** Returns a description of a target without secrets. A URL can be a secret, so only its host is shown. */
export function showTarget(target: AlertTarget): string {
  if (target.kind === 'email') return target.recipients.join(', ');
  const { host } = new URL(urlOf(target) ?? '');
  return target.kind === 'pagerduty'
    ? `${host}, key ending in ${target.routingKey.slice(-4)}`
    : `${host}/…`;
}

/** Seals all targets with another secret of the installation. Call it in a transaction. */
export async function resealTargets(db: Database, change: SecretChange): Promise<Resealed> {
  const total = { done: 0, unreadable: 0 };
  await eachById(
    (after, most) =>
      db
        .select({ id: alertChannels.id, sealed: alertChannels.sealedTarget })
        .from(alertChannels)
        .where(gt(alertChannels.id, after))
        .orderBy(asc(alertChannels.id))
        .limit(most),
    async ({ id, sealed }) => {
      const sealedTarget = reseal(change, purpose, sealed);
      total[sealedTarget === undefined ? 'unreadable' : 'done'] += 1;
      if (sealedTarget !== undefined)
        await db.update(alertChannels).set({ sealedTarget }).where(eq(alertChannels.id, id));
    },
  );
  return total;
}
