import { type Billing, type MeterKind, meterKinds } from '@parley/contract';
import type { WorkScope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { findOrganization } from '../organizations/organizations.ts';
import { sumUsage, sumUsageByDay } from './billing.queries.ts';
import { daysUntil, forecast, periodAt } from './billing-period.ts';
import { presentPayment } from './payments.ts';
import { quotasOf } from './plan-quotas.ts';
import type { Payments } from './stripe-client.ts';
import type { UsageSources } from './usage-sources.ts';

const growing: ReadonlySet<MeterKind> = new Set(['interactions', 'callMinutes']);

export async function presentBilling(
  scope: WorkScope,
  payments: Payments | null,
  sources: UsageSources,
): Promise<Billing> {
  const organization = found(await findOrganization(scope));
  const now = new Date();
  const period = periodAt(now);
  const quotas = quotasOf(organization);
  const used = await measureUse(scope, period.start, sources);
  const byDay = await sumUsageByDay(scope, period.start);
  return {
    subscription: {
      status: organization.subscriptionStatus,
      planId: organization.planId,
      endDate: organization.subscriptionEndsAt?.toISOString() ?? null,
    },
    payment: await presentPayment(scope, payments),
    period: { start: period.start.toISOString(), end: period.end.toISOString() },
    meters: meterKinds.map((kind) => ({
      kind,
      used: used[kind],
      quota: quotas[kind],
      forecast: growing.has(kind) ? forecast(used[kind], period, now) : null,
    })),
    days: daysUntil(period, now).map((day) => ({
      day,
      ...(byDay.get(day) ?? { interactions: 0, callMinutes: 0 }),
    })),
    stoppedMonitors: await sources.listStoppedMonitors(scope),
  };
}

/** Measures what counts toward quotas: usage since a time, and the current number of devices and monitored tests. */
export async function measureUse(
  scope: WorkScope,
  since: Date,
  sources: UsageSources,
): Promise<Record<MeterKind, number>> {
  return {
    ...(await sumUsage(scope, since)),
    devices: await sources.countDevices(scope),
    monitoredTests: await sources.countMonitoredTests(scope),
  };
}
