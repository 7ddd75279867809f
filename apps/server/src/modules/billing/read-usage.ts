import type { Usage } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { countHoldings, findOrganization } from '../organizations/organizations.ts';
import { sumUsage } from './billing.queries.ts';
import { periodAt } from './billing-period.ts';
import { quotasOf } from './plan-quotas.ts';
import { measureUse } from './present-billing.ts';
import type { UsageSources } from './usage-sources.ts';

/** Counts what the organization contains, and its usage since the first of the month (UTC). */
export async function readUsage(scope: Scope, sources: UsageSources): Promise<Usage> {
  const { start } = periodAt(new Date());
  return {
    periodStart: start.toISOString(),
    ...(await countHoldings(scope, start)),
    ...(await measureUse(scope, start, sources)),
  };
}

/** Reads the monthly quota of interactions (null if unlimited) and the number of interactions used this month. */
export async function readInteractionQuota(
  scope: Scope,
): Promise<{ interactions: number | null; used: number }> {
  const quotas = quotasOf(found(await findOrganization(scope)));
  const { start } = periodAt(new Date());
  const { interactions } = await sumUsage(scope, start);
  return { interactions: quotas.interactions, used: interactions };
}
