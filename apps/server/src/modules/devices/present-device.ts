import type { Device } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { countSuitesOf, type DeviceRow } from './devices.queries.ts';

/** Presents devices with the number of suites that use each. */
export async function presentDevices(scope: Scope, rows: readonly DeviceRow[]): Promise<Device[]> {
  const suiteCounts = await countSuitesOf(scope, rows);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    platform: row.platform,
    locale: row.locale,
    concurrencyLimit: row.concurrencyLimit,
    settings: row.settings,
    suiteCount: suiteCounts.get(row.id) ?? 0,
    createdAt: row.createdAt.toISOString(),
    lastModified: row.modifiedAt.toISOString(),
  }));
}

export async function presentDevice(scope: Scope, row: DeviceRow): Promise<Device> {
  const [device] = await presentDevices(scope, [row]);
  return device as Device;
}
