/** `npm run operator`: appoints operators. Requires access to the server's machine. */
import { asc, eq, isNotNull, sql } from 'drizzle-orm';
import { users } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import { StartError } from '../../../platform/errors/start-error.ts';
import { canonicalEmail } from '../users/canonical-email.ts';

export const operatorHelp = `npm run operator -- add EMAIL
npm run operator -- remove EMAIL
npm run operator -- list
Says which accounts operate this installation. On the embedded database, stop the server first.

npm run operator -- rotate-secret
Replaces the secret and keeps everything that is sealed with it. Stop all processes first. Set PARLEY_SECRET to the new
secret and PARLEY_PREVIOUS_SECRET to the previous one; without PARLEY_SECRET, the data folder gets a new one.

npm run operator -- accept-secret
Makes PARLEY_SECRET, or the secret in the data folder, that of the installation. Stop all processes first.
See docs/operating.md.`;

/**
 * Runs a command.
 *
 * @returns the text to print
 */
export async function runOperatorCommand(
  db: Database,
  [command, typed, ...more]: readonly string[],
): Promise<string> {
  if (command === 'list' && typed === undefined) return listOperators(db);
  const email = canonicalEmail(typed ?? '');
  if (email === null || more.length > 0) throw new StartError(operatorHelp);
  if (command === 'add') return addOperator(db, email);
  if (command === 'remove') return removeOperator(db, email);
  throw new StartError(operatorHelp);
}

/**
 * Makes an account an operator and marks its address as proven. From then on, no account is an operator only because of its
 * age.
 */
async function addOperator(db: Database, email: string): Promise<string> {
  return db.transaction(async (tx) => {
    const proof = { emailProvenAt: sql`now()`, emailVerified: true, emailClaimed: false };
    const [added] = await tx
      .update(users)
      .set({ operatorSince: sql`now()`, ...proof })
      .where(eq(users.email, email))
      .returning({ name: users.name, createdAt: users.createdAt });
    if (!added) throw noAccount(email);
    await tx.update(users).set({ predatesProof: false }).where(eq(users.predatesProof, true));
    const signedUp = added.createdAt.toISOString().slice(0, 16).replace('T', ' ');
    return (
      `${email} is now an operator: the account of “${added.name}”, signed up at ${signedUp} UTC.\n` +
      `If you did not sign up at that time, somebody else did: npm run operator -- remove ${email}`
    );
  });
}

async function removeOperator(db: Database, email: string): Promise<string> {
  const removed = await db
    .update(users)
    .set({ operatorSince: null, emailProvenAt: null })
    .where(eq(users.email, email))
    .returning({ id: users.id });
  if (removed.length === 0) throw noAccount(email);
  return `${email} is not an operator, unless they verify an address in PARLEY_OPERATORS.`;
}

async function listOperators(db: Database): Promise<string> {
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(isNotNull(users.operatorSince))
    .orderBy(asc(users.email));
  return rows.length === 0
    ? 'No operators were added with this command.'
    : rows.map(({ email }) => email).join('\n');
}

const noAccount = (email: string) =>
  new StartError(`There is no account for ${email}. Sign up with it, then run this again.`);
