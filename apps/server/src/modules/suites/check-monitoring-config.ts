import {
  type MonitoringConfig,
  planAllowsMonitoring,
  statusAllowsCustomSchedule,
} from '@parley/contract';
import { ApiError } from '../../platform/api-error.ts';
import { found } from '../../platform/found.ts';
import type { Scope } from '../../platform/scope.ts';
import { findOrganization } from '../organizations/organizations.ts';
import { hasCustomSchedule, readSchedule } from './schedule.ts';
import type { SuiteRow } from './suites.queries.ts';

/**
 * Refuses a schedule that can't be followed, and a custom one that the subscription leaves out. What
 * is stored already may be sent along unchanged, whatever became of the subscription since.
 */
export async function checkMonitoringConfig(
  scope: Scope,
  before: Pick<SuiteRow, 'id' | 'monitoringConfig'>,
  wanted: MonitoringConfig | null | undefined,
): Promise<void> {
  if (!hasCustomSchedule(wanted) || isSameSchedule(before.monitoringConfig, wanted)) return;
  const { planId, subscriptionStatus } = found(await findOrganization(scope));
  if (!planAllowsMonitoring(planId))
    throw new ApiError('not_allowed', {
      message: 'Monitoring is not part of the Startup plan.',
      hint: 'Contact sales to change the plan.',
    });
  if (!statusAllowsCustomSchedule(subscriptionStatus))
    throw new ApiError('not_allowed', {
      message: 'Custom schedules need a subscription; a trial has the intervals.',
      hint: 'Choose one of the intervals, or contact sales.',
    });
  readSchedule(wanted, before.id);
}

function isSameSchedule(
  one: MonitoringConfig | null,
  other: MonitoringConfig | null | undefined,
): boolean {
  return one?.cron === other?.cron && one?.timeZone === other?.timeZone;
}
