import { createOrganization } from '../../modules/organizations/organizations.ts';
import { type Edition, editionOf } from '../../platform/config/edition.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Scope } from '../../platform/database/scope.ts';

/** A person, as seeds know one: with an account, whether or not anybody is signed in. */
export interface SeededPerson {
  userId: string;
  email: string;
  name: string;
}

/** Founds an organization as somebody who signs up does, and returns the scope of its owner. */
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
