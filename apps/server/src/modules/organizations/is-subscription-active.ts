import { type SQL, sql } from 'drizzle-orm';
import { organizations } from '../../db/schema/organizations.ts';

/** Condition that an organization's subscription is active, by the database's clock. */
export const isSubscriptionActive = sql<boolean>`(${organizations.subscriptionStatus} in ('trial', 'enabled')
  and coalesce(${organizations.subscriptionEndsAt} > now(), true))`;

/** The same condition for statements that only have the organization's id. */
export const isOpen = (organizationId: SQL) => sql`exists (
    select from ${organizations}
    where ${organizations.id} = ${organizationId} and ${isSubscriptionActive}
  )`;
