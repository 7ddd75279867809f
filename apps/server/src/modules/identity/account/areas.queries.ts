import type { Areas } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/users.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { EmailStanding } from '../users/owns-email.ts';
import { isSwitchedOnFor } from './is-switched-on-for.ts';

/** Sets a user's access to areas, overriding the installation's settings; null removes the override. */
export async function writeAreas(db: Database, userId: string, areas: Areas): Promise<void> {
  await db
    .update(users)
    .set({
      loadTestingEnabled: areas.loadTesting,
      exploratoryTestingEnabled: areas.exploratoryTesting,
    })
    .where(eq(users.id, userId));
}

/** Returns the areas that the installation's settings give to a user. */
export function areasBySetting(
  { loadTestingFor, exploratoryTestingFor }: Config,
  person: { email: string } & EmailStanding,
): { loadTesting: boolean; exploratoryTesting: boolean } {
  return {
    loadTesting: isSwitchedOnFor(person, loadTestingFor),
    exploratoryTesting: isSwitchedOnFor(person, exploratoryTestingFor),
  };
}
