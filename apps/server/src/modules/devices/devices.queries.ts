import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { holds, nameOrder } from '../../db/name-order.ts';
import { devices, type StoredHealth } from '../../db/schema/devices.ts';
import { projects } from '../../db/schema/projects.ts';
import { runs } from '../../db/schema/runs.ts';
import { suites } from '../../db/schema/suites.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';

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

/** The last device of a page; the next page starts after it. */
export interface DevicePlace {
  searchName: string;
  id: string;
}

/** Lists devices after a given one, sorted by name. */
export function listDevicesAfter(
  scope: Scope,
  filter: DeviceFilter,
  after: DevicePlace | undefined,
  limit: number,
): Promise<DeviceRow[]> {
  const place = sql`(${nameOrder(devices.searchName)}, ${devices.id})`;
  return scope.db
    .select()
    .from(devices)
    .where(
      and(
        matching(scope, filter),
        after && sql`${place} > (${after.searchName}::text collate "und-x-icu", ${after.id})`,
      ),
    )
    .orderBy(asc(nameOrder(devices.searchName)), asc(devices.id))
    .limit(limit);
}

export async function countDevices(scope: Scope, filter: DeviceFilter): Promise<number> {
  const [row] = await scope.db
    .select({ total: count() })
    .from(devices)
    .where(matching(scope, filter));
  return row?.total ?? 0;
}

export async function countAllDevices({ db, organizationId }: WorkScope): Promise<number> {
  return db.$count(devices, eq(devices.organizationId, organizationId));
}

export async function findDevice(scope: WorkScope, id: string): Promise<DeviceRow | undefined> {
  const [row] = await scope.db.select().from(devices).where(inScope(scope, id));
  return row;
}

/** Reads a device and keeps it from being changed or deleted until the transaction ends. */
export async function holdDevice(scope: WorkScope, id: string): Promise<DeviceRow | undefined> {
  const [row] = await scope.db.select().from(devices).where(inScope(scope, id)).for('share');
  return row;
}

/**
 * Like `holdDevice`, for devices of several organizations. Devices are locked in the order of their IDs, so that callers cannot
 * deadlock.
 */
export function holdDevices(db: Database, ids: string[]): Promise<DeviceRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(devices)
    .where(inArray(devices.id, ids))
    .orderBy(asc(devices.id))
    .for('share');
}

/** Reads a device and locks its row until the transaction ends, so that changes happen one after another. */
export async function lockDevice(scope: Scope, id: string): Promise<DeviceRow | undefined> {
  const [row] = await scope.db.select().from(devices).where(inScope(scope, id)).for('update');
  return row;
}

/**
 * Inserts a device; undefined if the name is taken. The unique index decides, so only one of two concurrent requests succeeds.
 */
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

/** Stores the health of a device without marking the device as modified. */
export async function storeHealth(
  scope: WorkScope,
  id: string,
  health: StoredHealth,
): Promise<void> {
  await scope.db.update(devices).set({ health }).where(inScope(scope, id));
}

/** Stores the result of a check, unless another one was requested in the meantime. */
export async function storeFindings(
  scope: WorkScope,
  id: string,
  health: StoredHealth,
): Promise<void> {
  await scope.db
    .update(devices)
    .set({ health })
    .where(and(inScope(scope, id), sql`${devices.health} ->> 'askedAt' = ${health.askedAt}`));
}

export async function deleteDevice(scope: Scope, id: string): Promise<void> {
  await scope.db.delete(devices).where(inScope(scope, id));
}

/** Counts the test suites that use each device. */
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

export function pageSuitesOf(
  scope: Scope,
  id: string,
  { page, pageSize }: { page: number; pageSize: number },
) {
  return scope.db
    .select({
      id: suites.id,
      name: suites.name,
      projectId: suites.projectId,
      projectName: projects.name,
      testCount: suites.testCount,
      platform: suites.platform,
      isMonitoring: suites.isMonitoring,
      monitoringConfig: suites.monitoringConfig,
    })
    .from(suites)
    .innerJoin(projects, eq(projects.id, suites.projectId))
    .where(and(eq(suites.organizationId, scope.organizationId), eq(suites.deviceId, id)))
    .orderBy(asc(nameOrder(suites.searchName)), asc(suites.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
}

/** Counts the running and queued runs of a device. */
export async function countOpenRuns(scope: Scope, id: string): Promise<number> {
  const [row] = await scope.db
    .select({ total: count() })
    .from(runs)
    .where(
      and(
        eq(runs.organizationId, scope.organizationId),
        eq(runs.deviceId, id),
        inArray(runs.status, ['queued', 'running']),
      ),
    );
  return row?.total ?? 0;
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
