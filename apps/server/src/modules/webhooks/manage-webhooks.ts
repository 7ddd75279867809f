/** Manages webhooks for people and programs. */
import {
  type Body,
  webhooks as endpoints,
  type Query,
  type ResponseBody,
  type Webhook,
  type WebhookDelivery,
} from '@parley/contract';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { createOrganizationEgress } from '../../platform/egress/organization-egress.ts';
import { createMessagePost } from '../../platform/egress/post-message.ts';
import { newSigningSecret } from '../../platform/egress/webhook-signature.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { cutPage, readCursor, readTime } from '../../platform/http/cursor.ts';
import type { Platform } from '../../platform/platform.ts';
import { newId } from '../../platform/security/ids.ts';
import { recordAudit } from '../audit/audit.ts';
import { attempt } from './deliver-webhooks.ts';
import { bodyOf } from './enqueue-messages.ts';
import { webhooksTopic } from './webhook-news.ts';
import { openTarget, sealTarget, showUrl, type WebhookTarget } from './webhook-target.ts';
import * as stored from './webhooks.queries.ts';

type WithSecret = ResponseBody<typeof endpoints.createWebhook>;
type Page = ResponseBody<typeof endpoints.listWebhookDeliveries>;

export interface ManageWebhooks {
  list(scope: Scope): Promise<Webhook[]>;
  create(scope: Scope, input: Body<typeof endpoints.createWebhook>): Promise<WithSecret>;
  change(scope: Scope, id: string, input: Body<typeof endpoints.updateWebhook>): Promise<Webhook>;
  remove(scope: Scope, id: string): Promise<undefined>;
  rotate(scope: Scope, id: string, overlapHours: number): Promise<WithSecret>;
  test(scope: Scope, id: string): Promise<WebhookDelivery>;
  deliveries(
    scope: Scope,
    id: string,
    query: Query<typeof endpoints.listWebhookDeliveries>,
  ): Promise<Page>;
  replay(scope: Scope, id: string, deliveryId: string): Promise<WebhookDelivery>;
}

export function manageWebhooks(platform: Platform): ManageWebhooks {
  const { config, news } = platform;
  const post = createMessagePost(createOrganizationEgress(config));

  async function checkUrl(scope: Scope, url: string): Promise<void> {
    const message = await post.problemOf(scope, url);
    if (message === undefined) return;
    throw new ApiError('target_refused', { message, problems: [{ path: 'url', message }] });
  }

  const seal = (target: WebhookTarget) => ({
    sealedTarget: sealTarget(config.secret, target),
    urlShown: showUrl(target.url),
  });

  function opened(row: stored.WebhookRow): WebhookTarget {
    try {
      return openTarget(config.secret, row);
    } catch {
      throw new ApiError('target_refused', {
        message:
          'The address cannot be read, because PARLEY_SECRET has changed since it was stored.',
        hint: 'Create the webhook again.',
      });
    }
  }

  return {
    async list(scope) {
      return (await stored.listWebhooks(scope)).map(present);
    },

    async create(scope, { url, ...rest }) {
      await checkUrl(scope, url);
      if ((await stored.countWebhooks(scope)) >= endpoints.webhooksMax)
        throw new ApiError('limit_reached', {
          message: `An organization has at most ${endpoints.webhooksMax} webhooks.`,
          hint: 'Delete one that is no longer needed.',
        });
      const signingSecret = newSigningSecret();
      const target = { url, secrets: [{ secret: signingSecret }] };
      const row = await inTransaction(scope, async (inside) => {
        const webhook = { ...rest, ...seal(target), id: newId() };
        const created = await stored.insertWebhook(inside, webhook);
        await audit(inside, 'webhook.created', created);
        return created;
      });
      return { webhook: present(row), signingSecret };
    },

    async change(scope, id, { url, isEnabled, ...rest }) {
      if (url !== undefined) await checkUrl(scope, url);
      return inTransaction(scope, async (inside) => {
        const before = found(await stored.lockWebhook(inside, id));
        const moved = url === undefined ? {} : seal({ ...opened(before), url });
        const isTurnedOn = isEnabled === true && !before.isEnabled;
        const changed = {
          ...rest,
          ...moved,
          ...((isTurnedOn || url !== undefined) && { failingSince: null }),
          ...(isEnabled !== undefined && { isEnabled, disabledAt: null }),
        };
        if (Object.keys(changed).length === 0) return present(before);
        const row = found(await stored.changeWebhook(inside, id, changed));
        if (isEnabled === false)
          await stored.giveUpWaiting(inside, id, 'The webhook was turned off.');
        await audit(inside, 'webhook.changed', row);
        return present(row);
      });
    },

    async remove(scope, id) {
      await inTransaction(scope, async (inside) => {
        await audit(inside, 'webhook.deleted', found(await stored.deleteWebhook(inside, id)));
      });
      return undefined;
    },

    rotate(scope, id, overlapHours) {
      return inTransaction(scope, async (inside) => {
        const before = found(await stored.lockWebhook(inside, id));
        const { url, secrets } = opened(before);
        const signingSecret = newSigningSecret();
        const until = new Date(Date.now() + overlapHours * 3_600_000);
        const [former] = secrets;
        const kept =
          former && overlapHours > 0 ? [{ secret: former.secret, until: until.toISOString() }] : [];
        const row = found(
          await stored.changeWebhook(inside, id, {
            ...seal({ url, secrets: [{ secret: signingSecret }, ...kept] }),
            formerSecretUntil: kept.length > 0 ? until : null,
          }),
        );
        await audit(inside, 'webhook.secret-replaced', row);
        return { webhook: present(row), signingSecret };
      });
    },

    async test(scope, id) {
      const webhook = found(await stored.findWebhook(scope, id));
      const deliveryId = newId();
      const delivery = await stored.insertDelivery(scope, {
        id: deliveryId,
        webhookId: id,
        messageId: `test-${deliveryId}`,
        type: 'webhook.test',
        body: bodyOf('webhook.test', new Date(), { message: 'This webhook works.' }),
        attempts: 1,
        // Due later, so that no worker sends it at the same time.
        nextAttemptAt: new Date(Date.now() + 60_000),
      });
      return presentDelivery(await attempt(platform, post, { delivery, webhook }, true));
    },

    async deliveries(scope, id, { cursor, limit }) {
      found(await stored.findWebhook(scope, id));
      const all = await stored.listDeliveries(scope, id, readPlace(cursor), limit + 1);
      const { rows, nextCursor } = cutPage(all, limit, ({ createdAt, id: last }) => [
        String(createdAt.getTime()),
        last,
      ]);
      return { items: rows.map(presentDelivery), nextCursor };
    },

    async replay(scope, id, deliveryId) {
      const webhook = found(await stored.findWebhook(scope, id));
      const before = found(await stored.findDelivery(scope, id, deliveryId));
      if (!webhook.isEnabled)
        throw new ApiError('conflict', {
          message: 'The webhook is turned off.',
          hint: 'Turn it on first.',
        });
      const { messageId, type, body } = before;
      const replay = { id: newId(), webhookId: id, messageId, isReplay: true, type, body };
      return inTransaction(scope, async (inside) => {
        const row = await stored.insertDelivery(inside, replay);
        await news.publish(inside.db, webhooksTopic);
        return presentDelivery(row);
      });
    },
  };
}

function audit(
  scope: Scope,
  action: 'webhook.created' | 'webhook.changed' | 'webhook.secret-replaced' | 'webhook.deleted',
  { name, urlShown }: stored.WebhookRow,
): Promise<void> {
  return recordAudit(scope, { action, target: name, detail: urlShown });
}

function readPlace(cursor: string | undefined) {
  if (cursor === undefined) return undefined;
  const [time = '', id = ''] = readCursor(cursor, 2);
  return { createdAt: readTime(time), id };
}

function present(row: stored.WebhookRow): Webhook {
  const { id, name, urlShown, events, isEnabled, disabledAt, failingSince, createdAt } = row;
  const until = row.formerSecretUntil;
  return {
    ...{ id, name, urlShown, events, isEnabled },
    disabledAt: disabledAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    formerSecretUntil: until !== null && until > new Date() ? until.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}

function presentDelivery(row: stored.WebhookDeliveryRow): WebhookDelivery {
  const { id, webhookId, messageId, type, status, attempts } = row;
  const { answerStatus, answer, latencyMs, lastError, nextAttemptAt } = row;
  return {
    ...{ id, webhookId, messageId, type, status, attempts, answerStatus, answer, latencyMs },
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    nextAttemptAt: status === 'waiting' ? nextAttemptAt.toISOString() : null,
    error: lastError,
  };
}
