/** Public API of the module: plans, usage and quotas. */

export { billingDeletions } from './billing.deletions.ts';
export { billingJobs, billingWork } from './billing.jobs.ts';
export { billingRoutes } from './billing.routes.ts';
export { countUsage } from './count-usage.ts';
export { quotasOfPlan } from './plan-quotas.ts';
export { presentBilling } from './present-billing.ts';
export { readInteractionQuota, readUsage } from './read-usage.ts';
export {
  type Allowance,
  findQuotaUsedUp,
  readAllowance,
  refuseDeviceBeyondQuota,
  refuseMonitoringBeyondQuota,
  refuseRunBeyondQuota,
} from './refuse-beyond-quota.ts';
export { setTerms } from './set-terms.ts';
export { createPayments, type Payments } from './stripe-client.ts';
export { mountStripeEvents } from './stripe-events.ts';
export type { UsageSources } from './usage-sources.ts';
export type { UsedAmount } from './used-amount.ts';
export { listUsedUp, type RunQuota, usedUpInWords } from './used-up.ts';
export { markUsedUpTold } from './warn-of-quotas.ts';
