import { jwks } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';

/** Deletes the signing keys, which are sealed with the previous secret of the installation; the next sign-in creates new ones. */
export async function forgetSigningKeys(db: Database): Promise<void> {
  await db.delete(jwks);
}
