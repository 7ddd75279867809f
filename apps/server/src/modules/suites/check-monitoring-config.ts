import {
  hasCustomSchedule,
  type MonitoringConfig,
  planAllowsMonitoring,
  planLacksMonitoring,
  statusAllowsCustomSchedule,
  statusLacksCustomSchedule,
} from '@parley/contract';
import { problemOfRule, repeatRuleOf } from '@parley/suite';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { findOrganization } from '../organizations/organizations.ts';
import { readSchedule } from './schedule.ts';
import type { SuiteRow } from './suites.queries.ts';
import { triesOfSchedule } from './tries-of-schedule.ts';

/**
 * Refuses an invalid schedule, and a custom one that the subscription does not include. The stored schedule can be sent
 * unchanged, even if the subscription has changed since.
 */
export async function checkMonitoringConfig(
  scope: Scope,
  before: Pick<SuiteRow, 'id' | 'monitoringConfig'>,
  wanted: MonitoringConfig | null | undefined,
): Promise<void> {
  refuseTries(wanted);
  if (!hasCustomSchedule(wanted) || isSameSchedule(before.monitoringConfig, wanted)) return;
  const { planId, subscriptionStatus } = found(await findOrganization(scope));
  if (!planAllowsMonitoring(planId)) throw planWithoutMonitoring();
  if (!statusAllowsCustomSchedule(subscriptionStatus))
    throw new ApiError('not_allowed', {
      message: `${statusLacksCustomSchedule}.`,
      hint: 'Choose one of the intervals, or see Billing & Usage for a plan.',
    });
  readSchedule(wanted, before.id);
}

/** Refuses a repeat rule that can never reach a decision, because such a monitor would fail each time. */
function refuseTries(wanted: MonitoringConfig | null | undefined): void {
  const repeat = triesOfSchedule(wanted);
  const rule = repeat && repeatRuleOf({}, {}, repeat);
  const problem = rule && problemOfRule(rule);
  if (problem)
    throw new ApiError('schedule_invalid', {
      ...problem,
      problems: [{ path: 'repeat', ...problem }],
    });
}

export function planWithoutMonitoring(): ApiError {
  return new ApiError('not_allowed', {
    message: `${planLacksMonitoring}.`,
    hint: 'Another plan includes it: see Billing & Usage.',
  });
}

function isSameSchedule(
  one: MonitoringConfig | null,
  other: MonitoringConfig | null | undefined,
): boolean {
  return one?.cron === other?.cron && one?.timeZone === other?.timeZone;
}
