/** Lists quotas that are used up this month, and describes them. */

import type { Database } from '../../platform/database/db.ts';
import { dayInWords } from '../../platform/time/day-in-words.ts';
import { sumUsageOfAll, type UsageSum } from './billing.queries.ts';
import { type BillingPeriod, periodAt } from './billing-period.ts';
import { meterWords } from './meter-words.ts';
import { type QuotaTerms, quotasOf } from './plan-quotas.ts';

/** Quotas that stop runs. */
export type RunQuota = keyof UsageSum;

const runQuotas = ['interactions', 'callMinutes'] as const;

/** Lists used-up quotas by organization. Organizations without any are left out. */
export async function listUsedUp(
  db: Database,
  organizations: readonly (QuotaTerms & { organizationId: string })[],
): Promise<Map<string, Set<RunQuota>>> {
  const limited = organizations
    .map(({ organizationId, ...terms }) => ({ organizationId, quotas: quotasOf(terms) }))
    .filter(({ quotas }) => runQuotas.some((kind) => quotas[kind] !== null));
  const used = await sumUsageOfAll(
    db,
    limited.map(({ organizationId }) => organizationId),
    periodAt(new Date()).start,
  );
  return new Map(
    limited.flatMap(({ organizationId, quotas }) => {
      const sum = used.get(organizationId) ?? { interactions: 0, callMinutes: 0 };
      const usedUp = runQuotas.filter((kind) => sum[kind] >= (quotas[kind] ?? Infinity));
      return usedUp.length === 0 ? [] : [[organizationId, new Set(usedUp)] as const];
    }),
  );
}

const stopped = { interactions: 'New runs', callMinutes: 'New phone runs' } as const;

export function usedUpInWords(
  kind: RunQuota,
  terms: QuotaTerms,
  { end }: BillingPeriod = periodAt(new Date()),
): { message: string; hint: string } {
  const quota = (quotasOf(terms)[kind] ?? 0).toLocaleString('en-US');
  return {
    message: `The ${quota} ${meterWords[kind]} of this month are used up.`,
    hint: `${stopped[kind]} start again on ${dayInWords(end)}, or with a larger plan: see Billing & Usage.`,
  };
}
