/**
 * Enforces quotas: refuses new work with a message that names the quota and the remedy, and stops work that exceeds its
 * reservation. Never stops a run that stays within its reservation.
 */

import type { WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { findTerms, lockTerms } from '../organizations/organizations.ts';
import { sumReserved, sumUsage } from './billing.queries.ts';
import { type BillingPeriod, periodAt } from './billing-period.ts';
import { type QuotaTerms, quotasOf } from './plan-quotas.ts';
import type { UsageSources } from './usage-sources.ts';
import { type RunQuota, usedUpInWords } from './used-up.ts';

/**
 * Refuses a run, a load test, a test call or an exploratory conversation beyond the quota. Call it in the transaction that
 * starts the work. Interactions reserved by open runs count as used, so that concurrent starts cannot exceed the quota
 * together. `interactions` is the number known beforehand; all of them must be available.
 */
export async function refuseRunBeyondQuota(
  scope: WorkScope,
  platform: 'webchat' | 'phone',
  interactions = 0,
): Promise<void> {
  const allowance = await readAllowance(scope, found(await lockTerms(scope)));
  allowance.take(platform, interactions, 'whole');
}

/**
 * Checks whether work that exceeds its reservation must stop.
 *
 * @returns the reason why it must stop; undefined while there is quota that no other work has reserved
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

/** Remaining quota, shared by the runs that start in one transaction. */
export interface Allowance {
  /**
   * Reserves interactions for a run. Throws `quota_reached` if the quota is used up or reserved, or, with `whole`, if fewer
   * interactions are left.
   */
  take(platform: 'webchat' | 'phone', interactions: number, extent?: 'whole'): void;
}

/**
 * Reads the remaining quota of an organization. Call it before work starts, in a transaction that has locked the organization's
 * row.
 */
export async function readAllowance(scope: WorkScope, terms: QuotaTerms): Promise<Allowance> {
  const { interactions, callMinutes } = quotasOf(terms);
  if (interactions === null && callMinutes === null) return { take: () => undefined };
  const period = periodAt(new Date());
  // Read reservations before usage: a run that ends in between is counted twice rather than not at all.
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
          message: `Runs in progress may use up the ${format(interactions)} interactions of this month.`,
          hint: 'Try again when they have finished. Billing & Usage shows what is left.',
        });
      const left = interactions - used.interactions - reserved;
      if (extent === 'whole' && planned > left)
        throw new ApiError('quota_reached', {
          message: `The run has ${format(planned)} interactions. Of the ${format(interactions)} of this month ${format(left)} are left.`,
          hint: 'Run fewer tests, wait for runs in progress, or choose a larger plan: see Billing & Usage.',
        });
      reserved += planned;
    },
  };
}

/**
 * Refuses a device beyond the quota. Call it in the transaction that creates the device, before creating it. `count` returns
 * the current number.
 */
export async function refuseDeviceBeyondQuota(
  scope: WorkScope,
  count: UsageSources['countDevices'],
): Promise<void> {
  const { devices } = quotasOf(found(await lockTerms(scope)));
  if (devices === null) return;
  if ((await count(scope)) < devices) return;
  throw planFull(`${format(devices)} virtual devices`, 'Delete an unused one');
}

/**
 * Refuses to monitor `tests` more tests beyond the quota. Call it in the transaction that turns monitoring on, before doing so.
 * `count` returns the current number.
 */
export async function refuseMonitoringBeyondQuota(
  scope: WorkScope,
  tests: number,
  count: UsageSources['countMonitoredTests'],
): Promise<void> {
  const { monitoredTests } = quotasOf(found(await lockTerms(scope)));
  if (monitoredTests === null) return;
  if ((await count(scope)) + tests <= monitoredTests) return;
  throw planFull(
    `${format(monitoredTests)} monitored tests`,
    'Turn monitoring off for another test suite',
  );
}

function monthUsedUp(kind: RunQuota, terms: QuotaTerms, period: BillingPeriod): ApiError {
  return new ApiError('quota_reached', usedUpInWords(kind, terms, period));
}

function planFull(quota: string, remedy: string): ApiError {
  return new ApiError('quota_reached', {
    message: `The plan includes ${quota}.`,
    hint: `${remedy}, or choose a larger plan: see Billing & Usage.`,
  });
}

function format(amount: number): string {
  return amount.toLocaleString('en-US');
}
