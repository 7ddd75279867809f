import { meterKinds, type OwnQuotas, type Subscription } from '@parley/contract';
import { type Actor, inTransaction, type WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { type News, organizationTopic } from '../../platform/live/news.ts';
import { recordAudit } from '../audit/audit.ts';
import { lockSubscription, writeSubscription } from '../organizations/organizations.ts';
import { meterWords } from './meter-words.ts';

/** Subscription terms of an organization. `quotas` override those of the plan; `endsAt` is null without an end. */
export interface Terms {
  status: Subscription['status'];
  planId: string | null;
  endsAt: Date | null;
  quotas: OwnQuotas;
}

/**
 * Sets the terms of an organization on behalf of an operator, in every edition. Terms that lock an open organization require
 * `mayLock`.
 */
export function setTerms(
  scope: WorkScope & { actor: Actor },
  news: News,
  terms: Terms,
  mayLock: boolean,
): Promise<void> {
  return inTransaction(scope, async (inside) => {
    const { isOpen, ...row } = found(await lockSubscription(inside));
    const before: Terms = {
      status: row.subscriptionStatus,
      planId: row.planId,
      endsAt: row.subscriptionEndsAt,
      quotas: row.quotas,
    };
    if (isSame(before, terms)) return;
    if (isOpen && locks(terms) && !mayLock) {
      throw new ApiError('conflict', {
        message: 'This would lock the organization.',
        hint: 'Send mayLock: true if this is intended.',
      });
    }
    await writeSubscription(inside, {
      subscriptionStatus: terms.status,
      planId: terms.planId,
      subscriptionEndsAt: terms.endsAt,
      quotas: terms.quotas,
      trialPausedAt: null,
    });
    await news.publish(inside.db, organizationTopic(inside.organizationId), {
      kind: 'changed',
      part: 'organization',
    });
    await recordAudit(inside, {
      action: 'plan.changed',
      target: terms.planId ?? 'none',
      detail: inWords(terms),
    });
  });
}

function locks({ status, endsAt }: Terms): boolean {
  const isOpen = status === 'trial' || status === 'enabled';
  return !isOpen || (endsAt !== null && endsAt.getTime() <= Date.now());
}

function isSame(one: Terms, other: Terms): boolean {
  return (
    one.status === other.status &&
    one.planId === other.planId &&
    one.endsAt?.getTime() === other.endsAt?.getTime() &&
    meterKinds.every((kind) => one.quotas[kind] === other.quotas[kind])
  );
}

const statusWords: Record<Terms['status'], string> = {
  trial: 'trial',
  enabled: 'enabled',
  disabled: 'disabled',
  trialEnded: 'trial ended',
};

/** Describes terms, for example "enabled until 2027-01-31; 500 interactions, virtual devices without a limit". */
function inWords({ status, endsAt, quotas }: Terms): string {
  const end = endsAt === null ? ' without an end' : ` until ${endsAt.toISOString().slice(0, 10)}`;
  const isRunning = status === 'trial' || status === 'enabled';
  const own = meterKinds.flatMap((kind) => {
    const quota = quotas[kind];
    if (quota === undefined) return [];
    return quota === null
      ? [`${meterWords[kind]} without a limit`]
      : [`${quota.toLocaleString('en-US')} ${meterWords[kind]}`];
  });
  const parts = [`${statusWords[status]}${isRunning ? end : ''}`, own.join(', ')];
  return parts.filter((part) => part !== '').join('; ');
}
