import { type SQL, sql } from 'drizzle-orm';
import { organizations } from '../../db/schema/organizations.ts';

/** Condition that an organization is not locked, by the clock of the database. */
export const isSubscriptionActive = sql<boolean>`(${organizations.subscriptionStatus} in ('trial', 'enabled')
  and coalesce(${organizations.subscriptionEndsAt} > now(), true))`;

/** The same, in a statement that knows an organization by its id alone. */
export const isOpen = (organizationId: SQL) => sql`exists (
    select from ${organizations}
    where ${organizations.id} = ${organizationId} and ${isSubscriptionActive}
  )`;
