/** Sends webhook messages, retries them with growing pauses, and turns off webhooks that fail for days. */
import { and, eq, sql } from 'drizzle-orm';
import { Counter } from 'prom-client';
import { webhookDeliveries, webhooks } from '../../db/schema/webhooks.ts';
import type { Database } from '../../platform/database/db.ts';
import { inTransaction, workScope } from '../../platform/database/scope.ts';
import {
  DeliveryError,
  type MessagePost,
  type PostAnswer,
} from '../../platform/egress/post-message.ts';
import { signatureHeaders } from '../../platform/egress/webhook-signature.ts';
import { renderMail } from '../../platform/mail/mail-template.ts';
import { createOutbox, deliverDue, later, pauseAfter } from '../../platform/outbox/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { listAdministrators } from '../organizations/organizations.ts';
import { maskAnswer, openTarget, validSecrets, type WebhookTarget } from './webhook-target.ts';
import {
  changeWebhook,
  giveUpWaiting,
  lockWebhook,
  type WebhookDeliveryRow,
  type WebhookRow,
} from './webhooks.queries.ts';

/** Maximum number of attempts. Pauses double from 10 s up to an hour, which makes about a day. */
const attemptsMax = 33;
const longestPauseS = 3600;

/** Days of failures after which a webhook is turned off. */
const failingDaysMax = 5;

const batchSize = 40;

/**
 * Maximum number of deliveries of one organization in a batch, so that its unresponsive addresses do not delay other
 * organizations.
 */
const organizationMax = 10;

const outbox = createOutbox(webhookDeliveries, { claimS: 60 });

const attemptsMade = new Counter({
  name: 'parley_webhook_deliveries_total',
  help: 'Attempts to deliver a message of a webhook: delivered, failed (tried again) or given-up.',
  labelNames: ['result'] as const,
});

interface Claimed {
  delivery: WebhookDeliveryRow;
  webhook: WebhookRow;
}

export type WebhookPlatform = Pick<Platform, 'db' | 'config' | 'log' | 'mail'>;

/** Sends due messages until `closing` aborts. If a worker dies, another one sends its messages. */
export async function deliverWebhooks(
  platform: WebhookPlatform,
  post: MessagePost,
  closing: AbortSignal,
): Promise<void> {
  await deliverDue({
    claim: () => claimDue(platform.db),
    async attempt(claimed) {
      await attempt(platform, post, claimed);
      // A failure is no reason to skip other messages, because each webhook has its own address.
      return true;
    },
    stopping: closing,
  });
}

async function claimDue(db: Database): Promise<Claimed[]> {
  const next = sql`array(
    select id from (
      select due.id, due.next_attempt_at, row_number() over (
        partition by due.organization_id order by due.next_attempt_at
      ) as place
      from ${webhookDeliveries} due
      where due.status = 'waiting' and due.next_attempt_at <= now()
    ) placed
    where place <= ${organizationMax} order by place, next_attempt_at limit ${batchSize}
  )`;
  const due = sql`array(
    select due.id from ${webhookDeliveries} due
    where due.id = any(${next}) and due.status = 'waiting' and due.next_attempt_at <= now()
    for update of due skip locked
  )`;
  const claimed = await db
    .update(webhookDeliveries)
    .set(outbox.claimed)
    .where(sql`${webhookDeliveries.id} = any(${due})`)
    .returning();
  const found = claimed.map(async (delivery) => {
    const [webhook] = await db
      .select()
      .from(webhooks)
      .where(
        and(
          eq(webhooks.id, delivery.webhookId),
          eq(webhooks.organizationId, delivery.organizationId),
        ),
      );
    return webhook ? [{ delivery, webhook }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Result of an attempt, for the log. */
type Ending = Partial<
  Pick<WebhookDeliveryRow, 'status' | 'answerStatus' | 'answer' | 'latencyMs' | 'lastError'>
>;

/**
 * Attempts a delivery once and stores the result.
 *
 * @param isTest true for a delivery that is attempted only once and does not count toward turning off the webhook
 */
export async function attempt(
  platform: WebhookPlatform,
  post: MessagePost,
  { delivery, webhook }: Claimed,
  isTest = false,
): Promise<WebhookDeliveryRow> {
  const { db, log } = platform;
  const scope = workScope(db, webhook.organizationId);
  try {
    const answer = await send(platform, post, { delivery, webhook });
    attemptsMade.inc({ result: 'delivered' });
    if (webhook.failingSince !== null)
      await changeWebhook(scope, webhook.id, { failingSince: null });
    return await end(db, delivery, { ...answer, status: 'delivered', lastError: null }, null);
  } catch (error) {
    if (!(error instanceof FailedAttempt)) throw error;
    const { attempts } = delivery;
    const isGone = error.answer.answerStatus === 410;
    const isGivenUp = isTest || isGone || error.isFinal || attempts >= attemptsMax;
    log.warn({ err: error, webhook: webhook.id, attempts }, 'A webhook could not be delivered');
    attemptsMade.inc({ result: isGivenUp ? 'given-up' : 'failed' });
    const ending = { ...error.answer, lastError: error.message };
    const status = isGivenUp ? 'failed' : 'waiting';
    const pauseS = isGivenUp ? null : pauseAfter(attempts, longestPauseS);
    const ended = await end(db, delivery, { ...ending, status }, pauseS);
    if (!isTest) await noteFailure(platform, webhook, isGone);
    return ended;
  }
}

/**
 * Stores the result of an attempt.
 *
 * @param pauseS seconds until the next attempt; null if there is none
 */
async function end(
  db: Database,
  delivery: WebhookDeliveryRow,
  ending: Ending,
  pauseS: number | null,
): Promise<WebhookDeliveryRow> {
  const [row] = await db
    .update(webhookDeliveries)
    .set({
      ...ending,
      ...(ending.status === 'delivered' && { deliveredAt: sql`clock_timestamp()` }),
      ...(pauseS !== null && { nextAttemptAt: later(pauseS) }),
    })
    // A person may have turned off the webhook in the meantime, which gives up waiting deliveries.
    .where(and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.status, 'waiting')))
    .returning();
  return row ?? delivery;
}

class FailedAttempt extends Error {
  override name = 'FailedAttempt';
  readonly isFinal: boolean;
  readonly answer: Ending;

  constructor(message: string, isFinal: boolean, answer: Ending, options?: ErrorOptions) {
    super(message, options);
    this.isFinal = isFinal;
    this.answer = answer;
  }
}

const noAnswer = { answerStatus: null, answer: null, latencyMs: null };

/** @throws FailedAttempt */
async function send(
  { db, config }: WebhookPlatform,
  post: MessagePost,
  { delivery, webhook }: Claimed,
): Promise<Ending> {
  if (!webhook.isEnabled) throw new FailedAttempt('The webhook is turned off.', true, noAnswer);
  const target = readTarget(config.secret, webhook);
  const headers = signatureHeaders(validSecrets(target), delivery.messageId, delivery.body);
  const shown = ({ status, text, latencyMs }: PostAnswer): Ending => ({
    answerStatus: status,
    answer: maskAnswer(text, target, headers['webhook-signature'] ?? ''),
    latencyMs,
  });
  try {
    const scope = workScope(db, webhook.organizationId);
    return shown(await post.post(scope, target.url, { headers, body: delivery.body }));
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const answer = error.answer ? shown(error.answer) : noAnswer;
    // A receiver that refuses a message today may accept it once it is fixed. Only violations of egress rules are final.
    const isFinal = error.isFinal && error.answer === undefined;
    throw new FailedAttempt(error.message, isFinal, answer, { cause: error });
  }
}

function readTarget(secret: string, webhook: WebhookRow): WebhookTarget {
  try {
    return openTarget(secret, webhook);
  } catch (error) {
    const message =
      'The address cannot be read, because PARLEY_SECRET has changed since it was stored. Create the webhook again.';
    throw new FailedAttempt(message, true, noAnswer, { cause: error });
  }
}

/**
 * Turns off a webhook that has failed for too long or responded that it is gone, and emails the people who can fix it.
 * Otherwise records since when it fails.
 */
async function noteFailure(
  { db, mail, config, log }: WebhookPlatform,
  { id, organizationId }: WebhookRow,
  isGone: boolean,
): Promise<void> {
  await inTransaction(workScope(db, organizationId), async (inside) => {
    const webhook = await lockWebhook(inside, id);
    if (!webhook?.isEnabled) return;
    const now = new Date();
    const failingSince = webhook.failingSince ?? now;
    const isOver = now.getTime() - failingSince.getTime() > failingDaysMax * 86_400_000;
    if (!isOver && !isGone) {
      if (webhook.failingSince === null) await changeWebhook(inside, id, { failingSince });
      return;
    }
    await changeWebhook(inside, id, { isEnabled: false, disabledAt: now, failingSince });
    await giveUpWaiting(inside, id, 'The webhook was turned off.');
    log.warn({ webhook: id, organizationId, isGone }, 'A webhook was turned off');
    for (const { email } of await listAdministrators(inside))
      await mail.queueMail(inside.db, disabledMail(config, email, webhook, isGone));
  });
}

function disabledMail(
  { publicUrl }: WebhookPlatform['config'],
  to: string,
  { name, urlShown }: WebhookRow,
  isGone: boolean,
) {
  const why = isGone
    ? 'It answered 410 Gone, which asks us to send nothing more.'
    : `No message has arrived for ${failingDaysMax} days.`;
  return renderMail({
    to,
    subject: `The webhook “${name}” was turned off`,
    paragraphs: [
      `Parley no longer sends messages to the webhook “${name}” (${urlShown}). ${why}`,
      'Fix the receiver, then turn the webhook on again. Its log shows what could not be delivered, and you can send each message again.',
    ],
    link: { label: 'Open webhooks', address: `${publicUrl}/organization` },
    footnote: 'You get this email because you are an owner or administrator of the organization.',
  });
}
