import type { MeterKind, PlanId } from '@parley/contract';

/**
 * Quota of each meter: per month for interactions and call minutes, in total for devices and monitored tests. Null means
 * unlimited.
 */
export type Quotas = Record<MeterKind, number | null>;

/** The plan and the overrides that determine an organization's quotas. */
export interface QuotaTerms {
  planId: string | null;
  /** Quotas that an operator set instead of the plan's. */
  quotas: Partial<Quotas>;
}

const none: Quotas = { interactions: null, callMinutes: null, devices: null, monitoredTests: null };

const byPlan: Record<PlanId, Quotas> = {
  trial: { interactions: 10_000, callMinutes: 100, devices: 10, monitoredTests: 100 },
  startup: { interactions: 25_000, callMinutes: 500, devices: 10, monitoredTests: 0 },
  'contact-centers': {
    interactions: 250_000,
    callMinutes: 5000,
    devices: 100,
    monitoredTests: 2000,
  },
  enterprise: none,
  'self-hosted': none,
};

export function quotasOf({ planId, quotas }: QuotaTerms): Quotas {
  return { ...quotasOfPlan(planId), ...quotas };
}

/**
 * Returns the quotas of a plan. Without a plan, the quotas of Contact Centers apply. A plan that is not listed was negotiated
 * with sales and has no limits.
 */
export function quotasOfPlan(planId: string | null): Quotas {
  if (planId === null) return byPlan['contact-centers'];
  return Object.hasOwn(byPlan, planId) ? byPlan[planId as PlanId] : none;
}
