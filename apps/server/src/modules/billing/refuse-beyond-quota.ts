/**
 * What a quota stops: new things, with a message that says which and what to do, and what goes on beyond
 * what was set aside for it. Never a run that keeps to its plan.
 */

import type { WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { countHeld, findTerms, lockPlan, sumReserved, sumUsage } from './billing.queries.ts';
import { type BillingPeriod, periodAt } from './billing-period.ts';
import { type QuotaTerms, quotasOf } from './plan-quotas.ts';
import { type RunQuota, usedUpInWords } from './used-up.ts';

/**
 * To be called in the transaction that starts a run, a load test, a test call or the conversation of an
 * exploration. What open runs may still use counts as used, so that many starts at once do not pass
 * together. `interactions` are those that are known beforehand: all of them have to be left.
 */
export async function refuseRunBeyondQuota(
  scope: WorkScope,
  platform: 'webchat' | 'phone',
  interactions = 0,
): Promise<void> {
  const allowance = await readAllowance(scope, found(await lockPlan(scope)));
  allowance.take(platform, interactions, 'whole');
}

/**
 * To be asked while something goes on beyond what was set aside for it.
 *
 * @returns why it may not, or undefined while something is left that nobody else may need
 */
export async function findQuotaUsedUp(
  scope: WorkScope,
  platform: 'webchat' | 'phone',
): Promise<Pick<ApiError, 'message' | 'hint'> | undefined> {
  const terms = await findTerms(scope);
  if (terms === undefined) return undefined;
  const allowance = await readAllowance(scope, terms);
  try {
    allowance.take(platform, 0);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** What several runs that start in one transaction share. */
export interface Allowance {
  /**
   * Counts a run with so many interactions. Throws `quota_reached` when nothing is left for it, or, where
   * the `whole` of it has to be left, when less is.
   */
  take(platform: 'webchat' | 'phone', interactions: number, extent?: 'whole'): void;
}

/** To be called in a transaction that holds the row of the organization, where something is to start by it. */
export async function readAllowance(scope: WorkScope, terms: QuotaTerms): Promise<Allowance> {
  const { interactions, callMinutes } = quotasOf(terms);
  if (interactions === null && callMinutes === null) return { take: () => undefined };
  const period = periodAt(new Date());
  // In this order: a run that ends between the two counts in both, and not in neither.
  let reserved = interactions === null ? 0 : await sumReserved(scope);
  const used = await sumUsage(scope, period.start);
  return {
    take(platform, planned, extent) {
      if (platform === 'phone' && callMinutes !== null && used.callMinutes >= callMinutes)
        throw monthUsedUp('callMinutes', terms, period);
      if (interactions === null) return;
      if (used.interactions >= interactions) throw monthUsedUp('interactions', terms, period);
      if (used.interactions + reserved >= interactions)
        throw new ApiError('quota_reached', {
          message: `The runs under way may use up the ${format(interactions)} interactions of this month.`,
          hint: 'Try again when they have ended. Billing & Usage shows what is left.',
        });
      const left = interactions - used.interactions - reserved;
      if (extent === 'whole' && planned > left)
        throw new ApiError('quota_reached', {
          message: `The run has ${format(planned)} interactions. Of the ${format(interactions)} of this month ${format(left)} are left.`,
          hint: 'Run fewer tests, wait for runs under way, or choose a larger plan: see Billing & Usage.',
        });
      reserved += planned;
    },
  };
}

/** To be called in the transaction that makes the device, before it is made. */
export async function refuseDeviceBeyondQuota(scope: WorkScope): Promise<void> {
  const { devices } = quotasOf(found(await lockPlan(scope)));
  if (devices === null) return;
  if ((await countHeld(scope)).devices < devices) return;
  throw planFull(`${format(devices)} virtual devices`, 'Delete one that is not used');
}

/** To be called in the transaction that monitors so many tests more, before they are. */
export async function refuseMonitoringBeyondQuota(scope: WorkScope, tests: number): Promise<void> {
  const { monitoredTests } = quotasOf(found(await lockPlan(scope)));
  if (monitoredTests === null) return;
  if ((await countHeld(scope)).monitoredTests + tests <= monitoredTests) return;
  throw planFull(
    `${format(monitoredTests)} monitored tests`,
    'Switch monitoring off for another test suite',
  );
}

function monthUsedUp(kind: RunQuota, terms: QuotaTerms, period: BillingPeriod): ApiError {
  return new ApiError('quota_reached', usedUpInWords(kind, terms, period));
}

function planFull(quota: string, remedy: string): ApiError {
  return new ApiError('quota_reached', {
    message: `The plan has ${quota}.`,
    hint: `${remedy}, or choose a larger plan: see Billing & Usage.`,
  });
}

function format(amount: number): string {
  return amount.toLocaleString('en-US');
}
