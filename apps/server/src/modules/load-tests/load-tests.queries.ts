import type { LoadSample } from '@parley/suite';
import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, max, sql, sum } from 'drizzle-orm';
import {
  loadResults,
  loadSamples,
  loadShares,
  loadTargets,
  loadTests,
} from '../../db/schema/load-tests.ts';
import { acrossOrganizations } from '../../platform/database/organization-database.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import type { ListedLoadTest, LoadTestRow } from './load-test-row.ts';

export interface LoadTestPlace {
  createdAt: Date;
  id: string;
}

const workers = sql<number>`(
  select count(distinct ${loadShares.leaseOwner})::int from ${loadShares}
  where ${loadShares.loadTestId} = ${loadTests.id} and ${loadShares.status} = 'running'
)`;

const listed = { ...getTableColumns(loadTests), workers };

export function listLoadTests(
  scope: Scope,
  suiteId: string | undefined,
  after: LoadTestPlace | undefined,
  limit: number,
): Promise<ListedLoadTest[]> {
  return scope.db
    .select(listed)
    .from(loadTests)
    .where(
      and(
        eq(loadTests.organizationId, scope.organizationId),
        suiteId === undefined ? undefined : eq(loadTests.suiteId, suiteId),
        after &&
          sql`(${loadTests.createdAt}, ${loadTests.id}) < (${after.createdAt.toISOString()}, ${after.id})`,
      ),
    )
    .orderBy(desc(loadTests.createdAt), desc(loadTests.id))
    .limit(limit);
}

export async function findLoadTest(
  scope: WorkScope,
  id: string,
): Promise<ListedLoadTest | undefined> {
  const [row] = await scope.db.select(listed).from(loadTests).where(inScope(scope, id));
  return row;
}

/** Locks the load test until the transaction ends. */
export async function lockLoadTest(scope: WorkScope, id: string): Promise<LoadTestRow | undefined> {
  const [row] = await scope.db.select().from(loadTests).where(inScope(scope, id)).for('update');
  return row;
}

export async function insertLoadTest(
  scope: WorkScope,
  test: Omit<typeof loadTests.$inferInsert, 'organizationId'>,
): Promise<void> {
  await scope.db.insert(loadTests).values({ ...test, organizationId: scope.organizationId });
  const shares = Array.from({ length: test.shares }, (_, share) => share);
  await scope.db
    .insert(loadShares)
    .values(shares.map((share) => ({ loadTestId: test.id, share, status: 'queued' as const })));
}

export async function deleteLoadTest(scope: Scope, id: string): Promise<void> {
  await scope.db.delete(loadTests).where(inScope(scope, id));
}

/**
 * Counts the virtual users of open tests: of this organization, of all organizations that have proven this host, and of this
 * organization on this host without a proof.
 */
export async function countPromisedUsers(
  scope: WorkScope,
  host: string,
): Promise<{ ofOrganization: number; onHost: number; unprovenOfOrganization: number }> {
  const open = inArray(loadTests.status, ['queued', 'running']);
  const [own] = await scope.db
    .select({
      users: sum(loadTests.peakUsers),
      unproven: sql<string | null>`sum(${loadTests.peakUsers}) filter
        (where ${loadTests.targetHost} = ${host} and not ${loadTests.isTargetProven})`,
    })
    .from(loadTests)
    .where(and(open, eq(loadTests.organizationId, scope.organizationId)));
  const [there] = await acrossOrganizations(scope.db, (db) =>
    db
      .select({ users: sum(loadTests.peakUsers) })
      .from(loadTests)
      .where(and(open, eq(loadTests.targetHost, host), loadTests.isTargetProven)),
  );
  return {
    ofOrganization: Number(own?.users ?? 0),
    onHost: Number(there?.users ?? 0),
    unprovenOfOrganization: Number(own?.unproven ?? 0),
  };
}

export async function listSamples(
  scope: WorkScope,
  loadTestId: string,
  from: number,
  before: number,
): Promise<LoadSample[]> {
  const rows = await scope.db
    .select({ sample: loadSamples.sample })
    .from(loadSamples)
    .where(
      and(
        eq(loadSamples.loadTestId, loadTestId),
        gte(loadSamples.second, from),
        lt(loadSamples.second, before),
      ),
    )
    .orderBy(asc(loadSamples.second));
  return rows.map(({ sample }) => sample);
}

/** Returns the last second with data; -1 if there is none. */
export async function lastSecond(scope: WorkScope, loadTestId: string): Promise<number> {
  const [row] = await scope.db
    .select({ second: max(loadSamples.second) })
    .from(loadSamples)
    .where(eq(loadSamples.loadTestId, loadTestId));
  return row?.second ?? -1;
}

/** @returns true if shares were given up early although nobody stopped the test */
export async function isBrokenOff(
  { db }: WorkScope,
  { id, stopRequestedAt }: Pick<LoadTestRow, 'id' | 'stopRequestedAt'>,
): Promise<boolean> {
  if (stopRequestedAt !== null) return false;
  const lost = and(eq(loadShares.loadTestId, id), eq(loadShares.status, 'lost'));
  return (await db.$count(loadShares, lost)) > 0;
}

export type LoadResultRow = typeof loadResults.$inferSelect;

export function listResults(scope: WorkScope, loadTestId: string): Promise<LoadResultRow[]> {
  return scope.db
    .select()
    .from(loadResults)
    .where(eq(loadResults.loadTestId, loadTestId))
    .orderBy(asc(loadResults.share), asc(loadResults.attempt));
}

export type LoadTargetRow = typeof loadTargets.$inferSelect;

/** Returns the stored target, and creates it with a new token on first use. */
export async function keepTarget(
  scope: WorkScope,
  host: string,
  newToken: string,
): Promise<LoadTargetRow> {
  const key = { organizationId: scope.organizationId, host };
  await scope.db
    .insert(loadTargets)
    .values({ ...key, token: newToken })
    .onConflictDoNothing();
  return (await findTarget(scope, host)) as LoadTargetRow;
}

export async function findTarget(
  { db, organizationId }: WorkScope,
  host: string,
): Promise<LoadTargetRow | undefined> {
  const [row] = await db.select().from(loadTargets).where(targetIs({ organizationId, host }));
  return row;
}

/** Stores a proof, or removes it if `provenBy` is null. */
export async function noteProof(
  scope: WorkScope,
  host: string,
  { provenBy, addresses }: Pick<LoadTargetRow, 'provenBy' | 'addresses'>,
): Promise<void> {
  await scope.db
    .update(loadTargets)
    .set({ provenBy, addresses, provenAt: provenBy === null ? null : sql`now()` })
    .where(targetIs({ organizationId: scope.organizationId, host }));
}

function targetIs({ organizationId, host }: { organizationId: string; host: string }) {
  return and(eq(loadTargets.organizationId, organizationId), eq(loadTargets.host, host));
}

function inScope(scope: WorkScope, id: string) {
  return and(eq(loadTests.organizationId, scope.organizationId), eq(loadTests.id, id));
}
