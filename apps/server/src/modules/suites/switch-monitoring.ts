import { planAllowsMonitoring } from '@parley/contract';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { recordAudit } from '../audit/audit.ts';
import { refuseMonitoringBeyondQuota } from '../billing/billing.ts';
import { findOrganization, lockTerms } from '../organizations/organizations.ts';
import { planWithoutMonitoring } from './check-monitoring-config.ts';
import {
  countMonitoredTests,
  findSuite,
  lockSuite,
  type SuiteRow,
  updateSuite,
} from './suites.queries.ts';

/**
 * Turns monitoring on or off. Refuses to turn it on if the plan excludes it. A request that changes nothing is always accepted,
 * and not recorded in the audit log.
 */
export function switchMonitoring(
  scope: Scope,
  suiteId: string,
  isMonitoring: boolean,
): Promise<SuiteRow> {
  return inTransaction(scope, async (inside) => {
    const { planId } = found(await findOrganization(inside));
    const { isMonitoring: isOnAlready } = found(await findSuite(inside, suiteId));
    if (isMonitoring && !isOnAlready && !planAllowsMonitoring(planId))
      throw planWithoutMonitoring();
    if (isMonitoring) await refuseTestsBeyondQuota(inside, suiteId);
    const before = found(await lockSuite(inside, suiteId));
    if (before.isMonitoring === isMonitoring) return before;
    const action = isMonitoring ? 'monitoring.on' : 'monitoring.off';
    await recordAudit(inside, { action, target: before.name });
    return found(await updateSuite(inside, suiteId, { isMonitoring }));
  });
}

/**
 * Refuses more monitored tests than the quota allows. Locks the terms first, because other requests can change the suite's
 * tests or turn on monitoring at the same time.
 */
async function refuseTestsBeyondQuota(scope: Scope, suiteId: string): Promise<void> {
  // Lock the terms before the suite, as starting a run does, so that neither waits for the other.
  await lockTerms(scope);
  // Read the suite after the wait, because its tests may have changed.
  const { isMonitoring, testCount } = found(await findSuite(scope, suiteId));
  if (!isMonitoring) await refuseMonitoringBeyondQuota(scope, testCount, countMonitoredTests);
}
