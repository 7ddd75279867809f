/** Address and signing secrets of a webhook: sealed in the database, opened only to send. */
import { createMask } from '@parley/engine';
import { asc, eq, gt } from 'drizzle-orm';
import { webhooks } from '../../db/schema/webhooks.ts';
import type { Database } from '../../platform/database/db.ts';
import { eachById } from '../../platform/database/each-by-id.ts';
import { secretText } from '../../platform/egress/webhook-signature.ts';
import {
  type Resealed,
  reseal,
  type SecretChange,
  seal,
  unseal,
} from '../../platform/security/seal.ts';
import type { WebhookRow } from './webhooks.queries.ts';

const purpose = 'webhook-target';

interface StoredSecret {
  secret: string;
  /** Time until which the secret signs messages; absent for the newest. */
  until?: string;
}

export interface WebhookTarget {
  url: string;
  /** Newest first. There are two while one replaces the other. */
  secrets: StoredSecret[];
}

export function sealTarget(secret: string, target: WebhookTarget): string {
  return seal(secret, purpose, JSON.stringify(target));
}

/** @throws Error if the target was sealed with a different secret of the installation */
export function openTarget(
  secret: string,
  { sealedTarget }: Pick<WebhookRow, 'sealedTarget'>,
): WebhookTarget {
  return JSON.parse(unseal(secret, purpose, sealedTarget)) as WebhookTarget;
}

/** Returns the secrets that currently sign messages. */
export const validSecrets = ({ secrets }: WebhookTarget): string[] =>
  secrets
    .filter(({ until }) => until === undefined || Date.parse(until) > Date.now())
    .map(({ secret }) => secret);

/** Returns only the host of a URL, because its path and parameters can be secret. */
export const showUrl = (url: string): string => `${new URL(url).host}/…`;

/** Maximum number of characters of a response in the log. */
const answerMax = 500;

/** Minimum length at which a path segment is treated as a token. */
const tokenLength = 16;

/** Returns the beginning of a response without secrets, signatures and tokens from the URL that it may repeat. */
export function maskAnswer(text: string, target: WebhookTarget, signatures: string): string {
  const mask = createMask();
  for (const { secret } of target.secrets) {
    mask.hide(secret);
    mask.hide(secretText(secret));
  }
  for (const signature of signatures.split(' ')) mask.hide(signature.replace(/^v1,/, ''));
  const { username, password, pathname, search, searchParams } = new URL(target.url);
  if (pathname.length > tokenLength) mask.hide(pathname);
  for (const segment of pathname.split('/')) if (segment.length >= tokenLength) mask.hide(segment);
  for (const value of [username, password, search, ...searchParams.values()]) mask.hide(value);
  return [...mask.inText(text)].slice(0, answerMax).join('');
}

/** Seals all targets with another secret of the installation. Call it in a transaction. */
export async function resealTargets(db: Database, change: SecretChange): Promise<Resealed> {
  const total = { done: 0, unreadable: 0 };
  await eachById(
    (after, most) =>
      db
        .select({ id: webhooks.id, sealed: webhooks.sealedTarget })
        .from(webhooks)
        .where(gt(webhooks.id, after))
        .orderBy(asc(webhooks.id))
        .limit(most),
    async ({ id, sealed }) => {
      const sealedTarget = reseal(change, purpose, sealed);
      total[sealedTarget === undefined ? 'unreadable' : 'done'] += 1;
      if (sealedTarget !== undefined)
        await db.update(webhooks).set({ sealedTarget }).where(eq(webhooks.id, id));
    },
  );
  return total;
}
