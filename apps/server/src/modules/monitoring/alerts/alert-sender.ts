/** Sends one delivery by its channel. All of it leaves through egress; nothing is followed or kept. */
import { createHmac } from 'node:crypto';
import type { Egress } from '@parley/egress';
import { Agent, request } from 'undici';
import { inTransaction, type WorkScope, workScope } from '../../../platform/database/scope.ts';
import { createOrganizationEgress } from '../../../platform/egress/organization-egress.ts';
import { renderMail } from '../../../platform/mail/mail-template.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mailboxOf, thoseWhoWant, unsubscribeUrl } from '../../identity/identity.ts';
import { countSending } from './alert-limits.ts';
import {
  type AlertFacts,
  pagerDutyBody,
  sentencesOf,
  slackBody,
  teamsBody,
  titleOf,
  webhookBody,
} from './alert-message.ts';
import { askRecipients, divideRecipients, type Recipients } from './alert-recipients.ts';
import { openTarget, type StoredTarget, urlOf } from './alert-target.ts';
import type { ChannelRow } from './alerts.queries.ts';

/** It was not delivered. `isFinal`: trying again would not help. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

/** The daily limit is reached. The delivery is sent after midnight (UTC), unless it was a test. */
export class HeldBackError extends DeliveryError {
  override name = 'HeldBackError';

  constructor(message: string) {
    super(message, false);
  }
}

export interface AlertSender {
  /**
   * Checks an address before it is stored.
   * @returns what is wrong with it; undefined if it may be used
   */
  problemOf(scope: WorkScope, url: string): Promise<string | undefined>;
  /**
   * @returns what of it was held back, if anything was.
   * @throws DeliveryError
   */
  send(channel: ChannelRow, deliveryId: string, facts: AlertFacts): Promise<string | undefined>;
}

/** Timeout of a whole delivery: connecting, sending, and receiving the head of the answer. */
const timeoutMs = 10_000;

const schemes = ['http:', 'https:'] as const;

type AlertPlatform = Pick<Platform, 'config' | 'db' | 'mail'>;

export function createAlertSender({ config, db, mail }: AlertPlatform): AlertSender {
  const egressOf = createOrganizationEgress(config);

  async function post(
    scope: WorkScope,
    url: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<void> {
    const egress = await egressOf(scope);
    const checked = checkUrl(egress, url);
    // Its own for each: a connection that one organization may make is not for another.
    const agent = new Agent({
      connect: egress.connect,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: 100_000,
    });
    try {
      const answer = await request(checked, {
        method: 'POST',
        dispatcher: agent,
        headers: { 'content-type': 'application/json', 'user-agent': 'Parley', ...headers },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error) => {
        throw new DeliveryError(reasonOf(error), isRefusal(error), { cause: error });
      });
      answer.body.on('error', () => undefined).destroy();
      refuseStatus(answer.statusCode);
    } finally {
      void agent.destroy();
    }
  }

  return {
    async problemOf(scope, url) {
      try {
        checkUrl(await egressOf(scope), url);
        return undefined;
      } catch (error) {
        return (error as DeliveryError).message;
      }
    },

    async send(channel, deliveryId, facts) {
      const target = readTarget(config.secret, channel);
      const scope = workScope(db, channel.organizationId);
      const isTest = facts.kind === 'test';
      if (target.kind === 'email') {
        const divided = await divideRecipients(scope, channel, target.recipients);
        // Somebody who was a member when the channel was made has not been asked yet.
        await inTransaction(scope, (inside) =>
          askRecipients(inside, { config, mail }, divided.waiting),
        );
        const unconfirmed = unconfirmedWords(divided);
        if (divided.confirmed.length === 0 && unconfirmed)
          throw new DeliveryError(unconfirmed, true);
        const wanted = await thoseWhoWant(db, 'alerts', divided.confirmed);
        if (wanted.length === 0)
          throw new DeliveryError('All recipients have unsubscribed from alerts.', true);
        return inTransaction(scope, async (inside) => {
          const { sendable, heldBack } = await countMails(inside, wanted, isTest);
          if (sendable.length === 0) throw new HeldBackError(heldBack ?? '');
          for (const to of sendable) await mail.queueMail(inside.db, alertMail(config, to, facts));
          return [heldBack, unconfirmed].filter(Boolean).join(' ') || undefined;
        });
      }
      const url = urlOf(target) ?? '';
      const recipients = [target.kind === 'pagerduty' ? target.routingKey : url];
      await inTransaction(scope, async (inside) => {
        const sending = { medium: 'post', isTest, recipients } as const;
        const { within, heldBack } = await countSending(inside, sending);
        if (within.length === 0) throw new HeldBackError(heldBack ?? '');
      });
      const body = JSON.stringify(bodyFor(target, facts));
      const headers = target.kind === 'webhook' ? signed(target, deliveryId, body) : {};
      await post(scope, url, headers, body);
      return undefined;
    },
  };
}

function unconfirmedWords({ waiting, declined }: Recipients): string | undefined {
  const people = (count: number, one: string, several: string) =>
    count === 1 ? `1 recipient ${one}` : `${count} recipients ${several}`;
  const words = [
    waiting.length > 0 && `${people(waiting.length, 'has', 'have')} not confirmed yet`,
    declined.length > 0 && `${people(declined.length, 'has', 'have')} declined alerts`,
  ].filter(Boolean);
  return words.length > 0 ? `${words.join('; ')}.` : undefined;
}

/** Twenty spellings of one mailbox are one mailbox. */
async function countMails(scope: WorkScope, wanted: string[], isTest: boolean) {
  const recipients = wanted.map(mailboxOf);
  const { within, heldBack } = await countSending(scope, { medium: 'mail', isTest, recipients });
  const left = [...within];
  const sendable = wanted.filter((_, index) => {
    const at = left.indexOf(recipients[index] ?? '');
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return { sendable, heldBack };
}

function checkUrl(egress: Egress, url: string): URL {
  try {
    return new URL(egress.checkUrl(url, schemes).href);
  } catch (error) {
    throw new DeliveryError(reasonOf(error), true, { cause: error });
  }
}

function readTarget(secret: string, channel: ChannelRow): StoredTarget {
  try {
    return openTarget(secret, channel);
  } catch (error) {
    const message =
      'The address cannot be read, because PARLEY_SECRET has changed since it was stored. Enter it again.';
    throw new DeliveryError(message, true, { cause: error });
  }
}

function bodyFor(target: Exclude<StoredTarget, { kind: 'email' }>, facts: AlertFacts): object {
  switch (target.kind) {
    case 'webhook':
      return webhookBody(facts);
    case 'slack':
      return slackBody(facts);
    case 'teams':
      return teamsBody(facts);
    case 'pagerduty':
      return pagerDutyBody(facts, target.routingKey);
  }
}

/** As in Standard Webhooks: the secret proves that the message is ours, complete and recent. */
function signed({ signingSecret = '' }: StoredTarget, id: string, body: string) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(signingSecret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

function alertMail(config: AlertPlatform['config'], to: string, facts: AlertFacts) {
  return renderMail({
    to,
    subject: titleOf(facts),
    paragraphs: [titleOf(facts), ...sentencesOf(facts)],
    link: { label: 'Open in Parley', address: facts.link },
    footnote:
      'You get this email because an administrator of your organization sends alerts to this address.',
    unsubscribeUrl: unsubscribeUrl(config, 'alerts', to),
  });
}

function refuseStatus(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status >= 300 && status < 400)
    throw new DeliveryError(`It answered ${status}: redirects are not followed.`, true);
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  throw new DeliveryError(`It answered ${status}.`, isFinal);
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'It refused the connection.',
  ENOTFOUND: 'The host name does not exist (DNS).',
  EAI_AGAIN: 'The host name could not be looked up (DNS).',
  ECONNRESET: 'It dropped the connection.',
  UND_ERR_SOCKET: 'It dropped the connection.',
  ETIMEDOUT: 'It did not accept the connection in time.',
  UND_ERR_CONNECT_TIMEOUT: 'It did not accept the connection in time.',
};

interface Cause {
  failure?: { message: string; hint?: string };
  name?: string;
  code?: string;
  message?: string;
  cause?: unknown;
}

function reasonOf(error: unknown): string {
  const { failure, name, code, message, cause } = error as Cause;
  if (failure) return [failure.message, failure.hint].filter(Boolean).join(' ');
  if (name === 'TimeoutError' || name === 'HeadersTimeoutError')
    return `It did not answer within ${timeoutMs / 1000} s.`;
  const known = reasons[code ?? ''];
  if (known) return known;
  return cause === undefined ? (message ?? 'It failed.') : reasonOf(cause);
}

/** Refused by the policy; later attempts would be refused, too. */
function isRefusal(error: unknown): boolean {
  const { failure, cause } = error as Cause;
  return failure !== undefined || (cause !== undefined && isRefusal(cause));
}
