import { isDeepStrictEqual } from 'node:util';
import type { MonitoringConfig } from '@parley/contract';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { recordAudit } from '../audit/audit.ts';
import { refuseMonitoringBeyondQuota } from '../billing/billing.ts';
import { linkedSource } from '../libraries/libraries.ts';
import { lockTerms } from '../organizations/organizations.ts';
import { checkMonitoringConfig } from './check-monitoring-config.ts';
import { readColumns } from './read-source.ts';
import { recount } from './recount.ts';
import { refuseTooManyBytes } from './refuse-too-many-bytes.ts';
import { requireCalendars } from './require-calendars.ts';
import { requireDevice } from './require-device.ts';
import { requireEnvironment } from './require-environment.ts';
import { countMonitoredTests, lockSuite, type SuiteRow, updateSuite } from './suites.queries.ts';

interface SuiteChange {
  name?: string | undefined;
  description?: string | undefined;
  source?: string | undefined;
  /** Null removes the virtual device. */
  deviceId?: string | null | undefined;
  monitoringConfig?: MonitoringConfig | null | undefined;
  /** Version that the change is based on; if it is outdated, the change is refused. */
  version?: number | undefined;
  /** Replies of the bot that were accepted as alternatives in these tests, for the audit log. */
  acceptedWordings?: { test: string; wording: string }[] | undefined;
  /** Limit in bytes for all suites of the organization together; null means unlimited. */
  bytesMax?: number | null;
}

/** Changes the given fields and keeps the others. Refuses a text with errors. */
export function changeSuite(
  scope: Scope,
  id: string,
  { version, source, acceptedWordings = [], bytesMax = null, ...change }: SuiteChange,
): Promise<SuiteRow> {
  return inTransaction(scope, async (inside) => {
    // Lock the terms before the suite, as starting a run does, so that neither waits for the other. Also if the suite is not
    // monitored, because monitoring can be turned on at the same time.
    if (source !== undefined) await lockTerms(inside);
    const before = found(await lockSuite(inside, id));
    requireVersion(before, version);
    await checkMonitoringConfig(inside, before, change.monitoringConfig);
    await requireCalendars(inside, before.monitoringConfig, change.monitoringConfig);
    await requireEnvironment(inside, before, change.monitoringConfig);
    const columns =
      source === undefined
        ? undefined
        : readColumns(source, await linkedSource(inside, { ...before, source }), before.platform);
    const added = (columns ?? before).testCount - before.testCount;
    if (before.isMonitoring && added > 0)
      await refuseMonitoringBeyondQuota(inside, added, countMonitoredTests);
    const { deviceId = before.deviceId } = change;
    const after = { ...before, ...columns, deviceId };
    await recount(inside, before, after);
    if (deviceId !== null) await requireDevice(inside, deviceId, after.platform);
    for (const { test, wording } of acceptedWordings) {
      const detail = `“${test}”: ${wording}`;
      await recordAudit(inside, { action: 'suite.wording-accepted', target: before.name, detail });
    }
    const { monitoringConfig = before.monitoringConfig } = change;
    if (!isDeepStrictEqual(monitoringConfig, before.monitoringConfig))
      await recordAudit(inside, { action: 'monitoring.scheduled', target: before.name });
    const stored = found(await updateSuite(inside, before.id, { ...change, ...columns }));
    // Suites beyond the limit can still be shortened.
    const isLonger = Buffer.byteLength(stored.source) > Buffer.byteLength(before.source);
    if (isLonger) await refuseTooManyBytes(inside, bytesMax);
    return stored;
  });
}

function requireVersion(suite: SuiteRow, version: number | undefined): void {
  if (version === undefined || version === suite.version) return;
  throw new ApiError('conflict', {
    message: `The test suite was changed in the meantime: you started from version ${version}, it is now at ${suite.version}.`,
    hint: 'Reload it and repeat your change.',
  });
}
