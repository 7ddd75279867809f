import { and, eq, inArray, isNotNull, isNull, not, or } from 'drizzle-orm';
import { users } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import { canonicalEmail } from '../users/canonical-email.ts';
import type { UserRow } from '../users/identity.queries.ts';
import { hasProvenEmail, ownsEmail } from '../users/owns-email.ts';

/**
 * Tells who operates the installation: people who were made operators by a command on the machine,
 * and people who have proven an address in PARLEY_OPERATORS. Accounts that became operators before
 * proof was required stay operators until one of the others exists.
 */
export async function isOperator(
  db: Database,
  user: UserRow,
  operators: readonly string[],
): Promise<boolean> {
  if (user.operatorSince !== null) return true;
  if (!canonicalEmails(operators).includes(user.email)) return false;
  if (hasProvenEmail(user)) return true;
  return user.predatesProof && ownsEmail(user) && !(await hasProvenOperator(db, operators));
}

/** @returns true if somebody is an operator beyond doubt. */
export async function hasProvenOperator(
  db: Database,
  operators: readonly string[],
): Promise<boolean> {
  const isNamedAndProven = and(
    inArray(users.email, canonicalEmails(operators)),
    eq(users.emailVerified, true),
    isNotNull(users.emailProvenAt),
    not(users.emailClaimed),
  );
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNull(users.disabledAt), or(isNotNull(users.operatorSince), isNamedAndProven)))
    .limit(1);
  return found.length > 0;
}

function canonicalEmails(operators: readonly string[]): string[] {
  return operators.flatMap((one) => canonicalEmail(one) ?? []);
}
