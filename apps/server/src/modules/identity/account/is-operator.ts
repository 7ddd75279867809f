import { and, eq, inArray, isNotNull, isNull, not, or } from 'drizzle-orm';
import { users } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import { canonicalEmail } from '../users/canonical-email.ts';
import type { UserRow } from '../users/identity.queries.ts';
import { hasProvenEmail, ownsEmail } from '../users/owns-email.ts';

/**
 * Tells if a user is an operator: made one by a command on the server's machine, or with a proven address in PARLEY_OPERATORS.
 * Accounts from before proof was required may have an unproven address there, until an operator of the other two kinds exists.
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

/** @returns true if an enabled account was made an operator by the command, or has a proven address in PARLEY_OPERATORS */
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
