import type { Billing } from '@parley/contract';
import type { WorkScope } from '../../platform/database/scope.ts';

/** What the modules that own it count for usage and quotas. */
export interface UsageSources {
  countDevices(scope: WorkScope): Promise<number>;
  countMonitoredTests(scope: WorkScope): Promise<number>;
  /** Monitors that a plan or a quota kept from running lately. */
  listStoppedMonitors(scope: WorkScope): Promise<Billing['stoppedMonitors']>;
}
