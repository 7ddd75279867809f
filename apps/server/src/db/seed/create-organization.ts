import { createOrganization } from '../../modules/organizations/organizations.ts';
import { type Edition, editionOf } from '../../platform/config/edition.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Scope } from '../../platform/database/scope.ts';

/** A user who is created by a seed. */
export interface SeededPerson {
  userId: string;
  email: string;
  name: string;
}

/**
 * Creates an organization as a sign-up would.
 *
 * @returns the scope of its owner
 */
export function seedOrganization(
  db: Database,
  owner: SeededPerson,
  organizationName: string,
  edition: Edition = editionOf('self-hosted'),
): Promise<Scope> {
  const { userId, email, name } = owner;
  const scope = { db, actor: { userId, email, emailVerified: true, sessionId: 'seed' } };
  const input = {
    name,
    jobTitle: 'QA Engineer',
    surveyCompleted: true,
    onboardingData: { organizationName },
  };
  return createOrganization(scope, input, {
    organizationDomains: ['*'],
    edition,
    newEgress: 'all',
  });
}
