import type { Billing } from '@parley/contract';
import type { WorkScope } from '../../platform/database/scope.ts';

/** Counts that other modules provide for usage and quotas. */
export interface UsageSources {
  countDevices(scope: WorkScope): Promise<number>;
  countMonitoredTests(scope: WorkScope): Promise<number>;
  /** Lists monitors that a plan or a quota recently kept from running. */
  listStoppedMonitors(scope: WorkScope): Promise<Billing['stoppedMonitors']>;
}
