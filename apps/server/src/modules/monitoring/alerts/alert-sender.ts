/**
 * Sends a delivery through its channel. All requests use guarded egress, redirects are not followed, and responses are not
 * kept.
 */
import { inTransaction, type WorkScope, workScope } from '../../../platform/database/scope.ts';
import { createOrganizationEgress } from '../../../platform/egress/organization-egress.ts';
import { createMessagePost, DeliveryError } from '../../../platform/egress/post-message.ts';
import { signatureHeaders } from '../../../platform/egress/webhook-signature.ts';
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

/** Thrown if the daily limit is reached. The delivery is sent after midnight (UTC), unless it is a test. */
export class HeldBackError extends DeliveryError {
  override name = 'HeldBackError';

  constructor(message: string) {
    super(message, false);
  }
}

export interface AlertSender {
  /**
   * Checks an address before it is stored.
   *
   * @returns the problem; undefined if the address can be used
   */
  problemOf(scope: WorkScope, url: string): Promise<string | undefined>;
  /**
   * Sends a delivery.
   *
   * @returns the reason why some recipients were left out; undefined if none were
   * @throws DeliveryError
   */
  send(channel: ChannelRow, deliveryId: string, facts: AlertFacts): Promise<string | undefined>;
}

type AlertPlatform = Pick<Platform, 'config' | 'db' | 'mail'>;

export function createAlertSender({ config, db, mail }: AlertPlatform): AlertSender {
  const { problemOf, post } = createMessagePost(createOrganizationEgress(config));

  return {
    problemOf,

    async send(channel, deliveryId, facts) {
      const target = readTarget(config.secret, channel);
      const scope = workScope(db, channel.organizationId);
      const isTest = facts.kind === 'test';
      if (target.kind === 'email') {
        const divided = await divideRecipients(scope, channel, target.recipients);
        // Somebody who was a member when the channel was created and has left has not been asked yet.
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
      const headers =
        target.kind === 'webhook'
          ? signatureHeaders([target.signingSecret ?? ''], deliveryId, body)
          : {};
      await post(scope, url, { headers, body });
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

/** Counts emails by mailbox, so that several spellings of one mailbox count as one. */
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
