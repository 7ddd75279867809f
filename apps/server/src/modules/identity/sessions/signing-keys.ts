import { jwks } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';

/** They are sealed with the secret of the installation; the next sign-in makes new ones. */
export async function forgetSigningKeys(db: Database): Promise<void> {
  await db.delete(jwks);
}
