import type { MonitoringConfig } from '@parley/contract';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { changeSuite } from './change-suite.ts';
import { findSuite, type SuiteRow } from './suites.queries.ts';
import { switchMonitoring } from './switch-monitoring.ts';

interface MonitorChange {
  isMonitoring?: boolean | undefined;
  /** Null sets the default interval. */
  schedule?: MonitoringConfig | null | undefined;
}

/** Changes the given fields and keeps the others. Changes nothing if one of them is refused. */
export function changeMonitor(
  scope: Scope,
  suiteId: string,
  { isMonitoring, schedule }: MonitorChange,
): Promise<SuiteRow> {
  return inTransaction(scope, async (inside) => {
    // Monitoring comes first, because it locks the organization before the suite.
    if (isMonitoring !== undefined) await switchMonitoring(inside, suiteId, isMonitoring);
    if (schedule !== undefined) await changeSuite(inside, suiteId, { monitoringConfig: schedule });
    return found(await findSuite(inside, suiteId));
  });
}
