import type { AlertChannel, AlertDelivery, AlertTarget } from '@parley/contract';
import * as contract from '@parley/contract';
import { inTransaction, type Scope } from '../../../platform/database/scope.ts';
import { newSigningSecret } from '../../../platform/egress/webhook-signature.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { found } from '../../../platform/errors/found.ts';
import { type Route, route } from '../../../platform/http/http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { newId } from '../../../platform/security/ids.ts';
import { recordAudit } from '../../audit/audit.ts';
import { findUser } from '../../identity/identity.ts';
import { hasMember } from '../../organizations/organizations.ts';
import { alertsTopic } from './alert-news.ts';
import {
  answerByLink,
  askRecipients,
  confirmAll,
  divideRecipients,
  readLink,
} from './alert-recipients.ts';
import { type AlertSender, createAlertSender } from './alert-sender.ts';
import { openTarget, sealTarget, showTarget, urlOf } from './alert-target.ts';
import {
  type ChannelRow,
  countChannels,
  deleteChannel,
  findChannel,
  insertChannel,
  insertDelivery,
  listAlerts,
  listChannels,
  listDeliveries,
  listLastDeliveries,
  type ShownDelivery,
  updateChannel,
} from './alerts.queries.ts';
import { attempt, factsOf } from './deliver-alerts.ts';

const endpoints = contract.alerts;

export function alertRoutes(platform: Platform): Route[] {
  const sender = createAlertSender(platform);
  const { secret, publicUrl } = platform.config;

  const askThoseOf = async (inside: Scope, target: AlertTarget) => {
    if (target.kind !== 'email') return;
    const asking = { asksRecipients: true };
    const { waiting } = await divideRecipients(inside, asking, target.recipients);
    await askRecipients(inside, platform, waiting);
  };

  /** Lists the email recipients of a channel; empty if its target cannot be read. */
  const recipientsOf = (channel: ChannelRow): string[] => {
    if (channel.kind !== 'email') return [];
    try {
      const target = openTarget(secret, channel);
      return target.kind === 'email' ? target.recipients : [];
    } catch {
      return [];
    }
  };

  const shown = async (scope: Scope, row: ChannelRow, last: ShownDelivery | undefined) => {
    const { waiting, declined } = await divideRecipients(scope, row, recipientsOf(row));
    const createdBy = row.createdByName !== null && {
      id: row.createdBy,
      name: row.createdByName,
      isMember: await hasMember(scope, row.createdBy),
    };
    return { ...presentChannel(row, last), waiting, declined, createdBy: createdBy || null };
  };

  return [
    route(endpoints.listAlertChannels, async ({ scope }) => {
      const last = new Map(
        (await listLastDeliveries(scope)).map((shown) => [shown.delivery.channelId, shown]),
      );
      const rows = await listChannels(scope);
      return Promise.all(rows.map((row) => shown(scope, row, last.get(row.id))));
    }),

    route(endpoints.createAlertChannel, async ({ scope, body }) => {
      const { target, ...rest } = body;
      await checkTarget(sender, scope, target);
      if ((await countChannels(scope)) >= endpoints.alertChannelsMax)
        throw new ApiError('conflict', {
          message: `An organization has at most ${endpoints.alertChannelsMax} alert channels.`,
          hint: 'Delete one that is no longer needed.',
        });
      const signingSecret = target.kind === 'webhook' ? newSigningSecret() : undefined;
      const row = await change(platform, scope, 'alert-channel.created', async (inside) => {
        await askThoseOf(inside, target);
        return insertChannel(inside, {
          ...rest,
          ...(await responsible(inside)),
          id: newId(),
          asksRecipients: true,
          kind: target.kind,
          sealedTarget: sealTarget(secret, { ...target, ...(signingSecret && { signingSecret }) }),
          targetShown: showTarget(target),
        });
      });
      return { channel: await shown(scope, row, undefined), signingSecret: signingSecret ?? null };
    }),

    route(endpoints.updateAlertChannel, async ({ scope, params, body }) => {
      const { target: wanted, ...rest } = body;
      const before = found(await findChannel(scope, params.alertChannelId));
      const target = wanted && { ...keptOf(secret, before), ...wanted };
      if (target) await checkTarget(sender, scope, target, before.kind);
      const moved = target && {
        sealedTarget: sealTarget(secret, target),
        targetShown: showTarget(target),
        asksRecipients: true,
      };
      const row = await change(platform, scope, 'alert-channel.changed', async (inside) => {
        // Recipients who got alerts before consent was required keep getting them.
        if (moved && !before.asksRecipients) await confirmAll(inside, recipientsOf(before));
        if (target) await askThoseOf(inside, target);
        const by = moved && (await responsible(inside));
        return updateChannel(inside, before.id, { ...rest, ...moved, ...by });
      });
      const [last] = await listDeliveries(scope, row.id);
      return shown(scope, row, last);
    }),

    route(endpoints.askAlertRecipients, async ({ scope, params }) => {
      const channel = found(await findChannel(scope, params.alertChannelId));
      await inTransaction(scope, async (inside) => {
        const { waiting } = await divideRecipients(inside, channel, recipientsOf(channel));
        if ((await askRecipients(inside, platform, waiting, { again: true })) > 0) return;
        throw new ApiError('limit_reached', {
          message: 'No recipient can be asked again today.',
          hint: 'A recipient is asked at most once a day and three times in total.',
        });
      });
      const [last] = await listDeliveries(scope, channel.id);
      return shown(scope, channel, last);
    }),

    route(endpoints.readAlertRecipient, ({ scope, query }) =>
      readLink(scope.db, secret, query.token),
    ),

    route(endpoints.answerAlertRecipient, async ({ scope, body }) => {
      await answerByLink(scope.db, secret, body.token, body.answer);
      return undefined;
    }),

    route(endpoints.deleteAlertChannel, async ({ scope, params }) => {
      await change(platform, scope, 'alert-channel.deleted', (inside) =>
        deleteChannel(inside, params.alertChannelId),
      );
      return undefined;
    }),

    route(endpoints.testAlertChannel, async ({ scope, params }) => {
      const channel = found(await findChannel(scope, params.alertChannelId));
      const minuteAhead = new Date(Date.now() + 60_000);
      const delivery = await insertDelivery(scope, {
        id: newId(),
        channelId: channel.id,
        kind: 'test',
        attempts: 1,
        nextAttemptAt: minuteAhead,
      });
      const facts = factsOf(publicUrl, delivery, null, {
        runNumber: null,
        isMonitored: true,
      });
      const end = await attempt(platform, sender, { delivery, channel, facts });
      return presentDelivery({ delivery: end, suiteName: null });
    }),

    route(endpoints.listAlertDeliveries, async ({ scope, params }) => {
      found(await findChannel(scope, params.alertChannelId));
      return (await listDeliveries(scope, params.alertChannelId)).map(presentDelivery);
    }),

    route(endpoints.listAlerts, async ({ scope }) =>
      (await listAlerts(scope)).map(({ openedAt, resolvedAt, ...row }) => ({
        ...row,
        openedAt: openedAt.toISOString(),
        resolvedAt: resolvedAt?.toISOString() ?? null,
      })),
    ),
  ];
}

function change(
  { news }: Pick<Platform, 'news'>,
  scope: Scope,
  action: contract.AuditAction,
  write: (scope: Scope) => Promise<ChannelRow | undefined>,
): Promise<ChannelRow> {
  return inTransaction(scope, async (inside) => {
    const row = found(await write(inside));
    await news.publish(inside.db, alertsTopic);
    await recordAudit(inside, { action, target: row.name, detail: row.targetShown });
    return row;
  });
}

/** Returns the columns that name the caller as responsible for the destination of a channel. */
async function responsible({ db, actor: { userId } }: Scope) {
  const user = await findUser(db, userId);
  return { createdBy: userId, createdByName: user?.name ?? '' };
}

async function checkTarget(
  sender: AlertSender,
  scope: Scope,
  target: AlertTarget,
  kind = target.kind,
): Promise<void> {
  if (target.kind !== kind)
    throw new ApiError('target_refused', {
      message: 'The kind of a channel cannot be changed.',
      hint: 'Add another channel instead.',
    });
  const url = urlOf(target);
  const message = url === undefined ? undefined : await sender.problemOf(scope, url);
  if (message === undefined) return;
  throw new ApiError('target_refused', { message, problems: [{ path: 'target.url', message }] });
}

/** Returns the parts of a target that a new one keeps unless it sets them: the signing key, and the URL of a service region. */
function keptOf(secret: string, channel: ChannelRow): { signingSecret?: string; url?: string } {
  try {
    const target = openTarget(secret, channel);
    const { signingSecret } = target;
    const url = target.kind === 'pagerduty' ? target.url : undefined;
    return { ...(signingSecret !== undefined && { signingSecret }), ...(url && { url }) };
  } catch {
    return channel.kind === 'webhook' ? { signingSecret: newSigningSecret() } : {};
  }
}

function presentChannel(
  row: ChannelRow,
  last: ShownDelivery | undefined,
): Omit<AlertChannel, 'waiting' | 'declined' | 'createdBy'> {
  const { id, name, kind, isEnabled, classes, afterMinutes, remindEveryMinutes, targetShown } = row;
  const lastDelivery = last ? presentDelivery(last) : null;
  return {
    id,
    name,
    kind,
    isEnabled,
    classes,
    afterMinutes,
    remindEveryMinutes,
    targetShown,
    lastDelivery,
  };
}

function presentDelivery({ delivery, suiteName }: ShownDelivery): AlertDelivery {
  const { createdAt, sentAt, nextAttemptAt, lastError, status, ...row } = delivery;
  return {
    ...row,
    suiteName,
    status: status === 'dropped' ? 'failed' : status,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    nextAttemptAt: status === 'waiting' ? nextAttemptAt.toISOString() : null,
    error: lastError,
  };
}
