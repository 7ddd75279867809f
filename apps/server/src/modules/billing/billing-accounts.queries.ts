import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { billingAccounts } from '../../db/schema/billing-accounts.ts';
import type { Database } from '../../platform/database/db.ts';
import type { WorkScope } from '../../platform/database/scope.ts';
import type { Holding } from './read-subscription.ts';

export type BillingAccount = typeof billingAccounts.$inferSelect;

export async function findAccount(scope: WorkScope): Promise<BillingAccount | undefined> {
  const [row] = await scope.db
    .select()
    .from(billingAccounts)
    .where(eq(billingAccounts.organizationId, scope.organizationId));
  return row;
}

export async function findCustomer(
  db: Database,
  customerId: string,
): Promise<BillingAccount | undefined> {
  const [row] = await db
    .select()
    .from(billingAccounts)
    .where(eq(billingAccounts.customerId, customerId));
  return row;
}

export async function insertAccount(scope: WorkScope, customerId: string): Promise<void> {
  const { db, organizationId } = scope;
  await db.insert(billingAccounts).values({ customerId, organizationId }).onConflictDoNothing();
}

/** Stores the subscription that Stripe reports. Returns undefined if the account has changed since it was read. */
export async function writeHolding(
  db: Database,
  { customerId, version }: BillingAccount,
  holding: Holding | null,
): Promise<BillingAccount | undefined> {
  const [row] = await db
    .update(billingAccounts)
    .set({ ...(holding ?? {}), version: version + 1, syncedAt: sql`now()` })
    .where(and(eq(billingAccounts.customerId, customerId), eq(billingAccounts.version, version)))
    .returning();
  return row;
}

export async function deleteAccount(db: Database, customerId: string): Promise<void> {
  await db.delete(billingAccounts).where(eq(billingAccounts.customerId, customerId));
}

/** Lists customers whose organization was deleted, and customers that have not been synchronized for 6 hours. */
export async function listDueCustomers(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .select({ customerId: billingAccounts.customerId })
    .from(billingAccounts)
    .where(
      or(
        isNull(billingAccounts.organizationId),
        isNull(billingAccounts.syncedAt),
        lt(billingAccounts.syncedAt, sql`now() - interval '6 hours'`),
      ),
    )
    .orderBy(asc(billingAccounts.syncedAt))
    .limit(limit);
  return rows.map(({ customerId }) => customerId);
}
