import { jwks } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';

/** Deletes the signing keys, which are encrypted with the installation's previous secret. The next sign-in creates new ones. */
export async function forgetSigningKeys(db: Database): Promise<void> {
  await db.delete(jwks);
}
