import type { Usage } from '@parley/contract';
import type { Scope } from '../../platform/scope.ts';
import { countHoldings } from '../organizations/organizations.ts';
import { periodAt } from './billing-period.ts';
import { measureUse } from './present-billing.ts';

/** What the organization holds, and what it used since the first of the month. */
export async function readUsage(scope: Scope): Promise<Usage> {
  const { start } = periodAt(new Date());
  return {
    periodStart: start.toISOString(),
    ...(await countHoldings(scope, start)),
    ...(await measureUse(scope, start)),
  };
}
