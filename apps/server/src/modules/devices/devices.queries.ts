import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { holds, nameOrder } from '../../db/name-order.ts';
import { devices } from '../../db/schema/devices.ts';
import { suites } from '../../db/schema/suites.ts';
import type { Scope, WorkScope } from '../../platform/scope.ts';

export type DeviceRow = typeof devices.$inferSelect;

export interface DeviceFilter {
  platform: 'all' | DeviceRow['platform'];
  search?: string | undefined;
}

export function pageDevices(
  scope: Scope,
  filter: DeviceFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<DeviceRow[]> {
  return scope.db
    .select()
    .from(devices)
    .where(matching(scope, filter))
    .orderBy(asc(nameOrder(devices.searchName)), asc(devices.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
}

export async function countDevices(scope: Scope, filter: DeviceFilter): Promise<number> {
  const [row] = await scope.db
    .select({ total: count() })
    .from(devices)
    .where(matching(scope, filter));
  return row?.total ?? 0;
}

export async function findDevice(scope: WorkScope, id: string): Promise<DeviceRow | undefined> {
  const [row] = await scope.db.select().from(devices).where(inScope(scope, id));
  return row;
}

/** The row stays locked until the transaction ends, so that changes come one after the other. */
export async function lockDevice(scope: Scope, id: string): Promise<DeviceRow | undefined> {
  const [row] = await scope.db.select().from(devices).where(inScope(scope, id)).for('update');
  return row;
}

/** Undefined when the name is taken; the unique index decides, so two at once cannot both win. */
export async function insertDevice(
  scope: Scope,
  device: Omit<typeof devices.$inferInsert, 'organizationId'>,
): Promise<DeviceRow | undefined> {
  const [row] = await scope.db
    .insert(devices)
    .values({ ...device, organizationId: scope.organizationId })
    .onConflictDoNothing()
    .returning();
  return row;
}

export async function updateDevice(
  scope: Scope,
  id: string,
  change: Partial<Pick<DeviceRow, 'name' | 'locale' | 'concurrencyLimit' | 'settings'>>,
): Promise<DeviceRow | undefined> {
  const [row] = await scope.db
    .update(devices)
    .set({ ...change, modifiedAt: sql`now()` })
    .where(inScope(scope, id))
    .returning();
  return row;
}

export async function deleteDevice(scope: Scope, id: string): Promise<void> {
  await scope.db.delete(devices).where(inScope(scope, id));
}

/** Test suites by the device that they use. */
export async function countSuitesOf(
  scope: Scope,
  rows: readonly Pick<DeviceRow, 'id'>[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const counts = await scope.db
    .select({ deviceId: suites.deviceId, total: count() })
    .from(suites)
    .where(and(eq(suites.organizationId, scope.organizationId), inArray(suites.deviceId, ids)))
    .groupBy(suites.deviceId);
  return new Map(counts.map(({ deviceId, total }) => [deviceId ?? '', total]));
}

function inScope(scope: WorkScope, id: string): SQL | undefined {
  return and(eq(devices.organizationId, scope.organizationId), eq(devices.id, id));
}

function matching(scope: Scope, filter: DeviceFilter): SQL | undefined {
  return and(
    eq(devices.organizationId, scope.organizationId),
    filter.platform === 'all' ? undefined : eq(devices.platform, filter.platform),
    filter.search ? holds(devices.searchName, filter.search) : undefined,
  );
}
