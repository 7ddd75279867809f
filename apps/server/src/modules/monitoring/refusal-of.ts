import {
  type MonitoringConfig,
  planAllowsMonitoring,
  planLacksMonitoring,
  statusAllowsCustomSchedule,
  statusLacksCustomSchedule,
} from '@parley/contract';
import { hasCustomSchedule } from '../suites/suites.ts';

/** Why no slot of a suite becomes a run, where the organization's plan or subscription is the reason. */
export function refusalOf(
  config: MonitoringConfig | null,
  { planId, subscriptionStatus }: { planId: string | null; subscriptionStatus: string },
): string | undefined {
  if (!planAllowsMonitoring(planId)) return `${planLacksMonitoring}.`;
  if (hasCustomSchedule(config) && !statusAllowsCustomSchedule(subscriptionStatus))
    return `${statusLacksCustomSchedule}.`;
  return undefined;
}
