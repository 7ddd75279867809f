import { eq } from 'drizzle-orm';
import { createPasswordAccount } from '../../modules/identity/identity.ts';
import { insertMember } from '../../modules/organizations/organizations.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { users } from '../schema/users.ts';
import type { SeededPerson } from './create-organization.ts';

/** Creates an account with a password and a verified address; undefined if the address already has an account. */
export async function seedPerson(
  db: Database,
  person: { email: string; name: string; password: string },
): Promise<SeededPerson | undefined> {
  const [known] = await db.select().from(users).where(eq(users.email, person.email));
  if (known) return undefined;
  const userId = await createPasswordAccount(db, {
    ...person,
    emailVerified: true,
    isEmailProven: true,
  });
  return { userId, email: person.email, name: person.name };
}

export async function seedMember(
  scope: Scope,
  person: { email: string; name: string; password: string; role: 'admin' | 'member' },
): Promise<void> {
  const member = await seedPerson(scope.db, person);
  if (member) await insertMember(scope, { userId: member.userId, role: person.role });
}
