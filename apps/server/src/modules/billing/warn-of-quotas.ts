/** Warns owners and admins once when most of a quota is used up, and once when all of it is. */
import { quotaWarningShare } from '@parley/contract';
import { inTransaction, type WorkScope, workScope } from '../../platform/database/scope.ts';
import { renderMail } from '../../platform/mail/mail-template.ts';
import type { Platform } from '../../platform/platform.ts';
import { dayInWords } from '../../platform/time/day-in-words.ts';
import { thoseWhoWant, unsubscribeUrl } from '../identity/identity.ts';
import { listAdministrators } from '../organizations/organizations.ts';
import { insertWarning, listRecentUse, type UsageSum } from './billing.queries.ts';
import { type BillingPeriod, dayOf, periodAt } from './billing-period.ts';
import { meterWords } from './meter-words.ts';
import { type QuotaTerms, quotasOf } from './plan-quotas.ts';
import type { RunQuota } from './used-up.ts';

export interface Warner extends Pick<Platform, 'db' | 'mail' | 'config'> {
  /** @returns true if another email tells the organization that this quota is used up, and what stops because of it */
  tellsOfStop: (scope: WorkScope, kind: RunQuota) => Promise<boolean>;
}

/** Work that cannot start once the quota is used up. */
const stopped = { interactions: 'new runs', callMinutes: 'new phone runs' } as const;

/**
 * Sends the warnings that are due. Safe to repeat: a warning is a row, and only the process that inserts it sends the email.
 */
export async function warnOfQuotas(warner: Warner): Promise<void> {
  const period = periodAt(new Date());
  for (const { organizationId, terms, name, used } of await listRecentUse(
    warner.db,
    period.start,
  )) {
    const quotas = quotasOf(terms);
    for (const kind of ['interactions', 'callMinutes'] as const) {
      const quota = quotas[kind];
      if (quota === null || quota === 0) continue;
      const share = used[kind] / quota;
      if (share < quotaWarningShare) continue;
      const level = share >= 1 ? 100 : Math.round(quotaWarningShare * 100);
      await warn(warner, { organizationId, name }, period, {
        kind,
        quota,
        level,
        used: used[kind],
      });
    }
  }
}

/** Marks a used-up quota as announced, so that no second email is sent. */
export async function markUsedUpTold(
  scope: WorkScope,
  kind: RunQuota,
  terms: QuotaTerms,
): Promise<void> {
  const quota = quotasOf(terms)[kind];
  const period = dayOf(periodAt(new Date()).start);
  if (quota !== null) await insertWarning(scope, { period, kind, quota, level: 100 });
}

interface Warning {
  kind: keyof UsageSum;
  quota: number;
  level: number;
  used: number;
}

async function warn(
  { db, mail, config, tellsOfStop }: Warner,
  { organizationId, name }: { organizationId: string; name: string },
  period: BillingPeriod,
  { kind, quota, level, used }: Warning,
): Promise<void> {
  await inTransaction(workScope(db, organizationId), async (inside) => {
    if (level === 100 && (await tellsOfStop(inside, kind))) return;
    if (!(await insertWarning(inside, { period: dayOf(period.start), kind, quota, level }))) return;
    const isReached = level === 100;
    const day = dayInWords(period.end);
    const administrators = (await listAdministrators(inside)).map(({ email }) => email);
    for (const email of await thoseWhoWant(inside.db, 'usage', administrators)) {
      const message = renderMail({
        to: email,
        subject: isReached
          ? `${name} has used up its ${meterWords[kind]}`
          : `${name} has used ${level}% of its ${meterWords[kind]}`,
        paragraphs: [
          `${name} has used ${used.toLocaleString('en-US')} of the ${quota.toLocaleString('en-US')} ${meterWords[kind]} included in its plan per month.`,
          isReached
            ? `Until ${day} ${stopped[kind]}, monitored ones included, do not start. Active runs continue.`
            : `At 100% ${stopped[kind]}, monitored ones included, do not start until ${day}. Active runs continue.`,
        ],
        link: { label: 'Open Billing & Usage', address: `${config.publicUrl}/billing` },
        footnote:
          'You get this email because you are an owner or administrator of the organization.',
        unsubscribeUrl: unsubscribeUrl(config, 'usage', email),
      });
      await mail.queueMail(inside.db, message);
    }
  });
}
