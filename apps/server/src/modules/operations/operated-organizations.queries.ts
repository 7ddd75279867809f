/** Reads organizations for operators: their identity and limits, not their tests. */
import type { ListedOrganization } from '@parley/contract';
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import { holds, nameOrder, withoutCase } from '../../db/name-order.ts';
import { memberships, organizations } from '../../db/schema/organizations.ts';
import { suites } from '../../db/schema/suites.ts';
import { users } from '../../db/schema/users.ts';
import type { Database } from '../../platform/database/db.ts';
import type { WorkScope } from '../../platform/database/scope.ts';
import { isSubscriptionActive } from '../organizations/organizations.ts';

const ownersShown = 3;
const peopleMax = 1000;

/**
 * Fully qualified, because Drizzle renders columns of a single-table query without their table, and a subquery would resolve
 * them to its own.
 */
const itsId = sql.raw('organizations.id');

const columns = {
  id: organizations.id,
  name: organizations.name,
  createdAt: organizations.createdAt,
  status: organizations.subscriptionStatus,
  planId: organizations.planId,
  endsAt: organizations.subscriptionEndsAt,
  quotas: organizations.quotas,
  egressAllow: organizations.egressAllow,
  isLocked: sql<boolean>`not ${isSubscriptionActive}`,
  owners: sql<string[]>`array(
    select owner.email from ${memberships} held join ${users} owner on owner.id = held.user_id
    where held.organization_id = ${itsId} and held.role = 'owner'
    order by owner.email limit ${ownersShown}
  )`,
  members: sql<number>`(
    select count(*) from ${memberships} held where held.organization_id = ${itsId}
  )`.mapWith(Number),
  monitors: sql<number>`(
    select count(*) from ${suites} monitored
    where monitored.organization_id = ${itsId} and monitored.is_monitoring
  )`.mapWith(Number),
};

export type OperatedRow = Awaited<ReturnType<typeof listAllOrganizations>>[number];

export interface OrganizationPlace {
  name: string;
  id: string;
}

export function listAllOrganizations(
  db: Database,
  search: string | undefined,
  after: OrganizationPlace | undefined,
  limit: number,
) {
  return db
    .select(columns)
    .from(organizations)
    .where(
      and(
        search ? matches(search) : undefined,
        after &&
          sql`(${nameOrder(organizations.name)}, ${organizations.id})
            > (${after.name}::text collate "und-x-icu", ${after.id})`,
      ),
    )
    .orderBy(asc(nameOrder(organizations.name)), asc(organizations.id))
    .limit(limit);
}

function matches(search: string): SQL | undefined {
  return or(
    holds(withoutCase(organizations.name), search),
    eq(organizations.id, search),
    sql`exists (
      select from ${memberships} join ${users} on ${users.id} = ${memberships.userId}
      where ${memberships.organizationId} = ${organizations.id}
        and ${holds(withoutCase(users.email), search)}
    )`,
  );
}

export async function findAnyOrganization(
  db: Database,
  organizationId: string,
): Promise<OperatedRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return row;
}

export async function writeEgressAllow(
  { db, organizationId }: WorkScope,
  egressAllow: string[] | null,
): Promise<void> {
  await db.update(organizations).set({ egressAllow }).where(eq(organizations.id, organizationId));
}

export function listPeople(db: Database, organizationId: string, userId?: string) {
  return db
    .select({ role: memberships.role, user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        userId === undefined ? undefined : eq(memberships.userId, userId),
      ),
    )
    .orderBy(asc(users.email))
    .limit(peopleMax);
}

export function presentListed(row: OperatedRow): ListedOrganization {
  const { id, name, owners, members, monitors, isLocked, status, planId } = row;
  const endDate = row.endsAt?.toISOString() ?? null;
  return {
    ...{ id, name, owners, members, monitors, isLocked },
    createdAt: row.createdAt.toISOString(),
    subscription: { status, planId, endDate },
  };
}
