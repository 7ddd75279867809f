import type { StoredSuite, SuiteSummary } from '@parley/contract';
import type { SuiteRow, SuiteSummaryRow } from './suites.queries.ts';

export function presentSummary(row: SuiteSummaryRow): SuiteSummary {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    projectId: row.projectId,
    platform: row.platform,
    deviceId: row.deviceId,
    testCount: row.testCount,
    lastModified: row.modifiedAt.toISOString(),
    isMonitoring: row.isMonitoring,
    monitoringConfig: row.monitoringConfig,
    version: row.version,
  };
}

export function presentSuite(row: SuiteRow): StoredSuite {
  return { ...presentSummary(row), source: row.source };
}
