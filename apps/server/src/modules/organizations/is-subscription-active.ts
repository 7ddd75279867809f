import { sql } from 'drizzle-orm';
import { organizations } from '../../db/schema/organizations.ts';

/** Condition that an organization is not locked, by the clock of the database. */
export const isSubscriptionActive = sql<boolean>`(${organizations.subscriptionStatus} in ('trial', 'enabled')
  and coalesce(${organizations.subscriptionEndsAt} > now(), true))`;
