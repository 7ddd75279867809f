import type { Body, organizations } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { refuseUnverified } from '../../platform/access.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Config } from '../../platform/config.ts';
import { newId } from '../../platform/ids.ts';
import { inTransaction, type Scope, type SessionScope } from '../../platform/scope.ts';
import { completeProfile, mayCreateOrganizations } from '../identity/identity.ts';
import { insertOrganization, lockAndCountMemberships } from './organizations.queries.ts';

type Input = Body<typeof organizations.createOrganization>;

/**
 * Founds an organization on the terms of the edition, with the caller as its owner. Everyone may found
 * a first one; further ones are for the people of the configured domains. The body's id and email are
 * not read: whose organization it is comes from the session alone.
 */
export function createOrganization(
  scope: SessionScope,
  input: Input,
  { organizationDomains, edition }: Pick<Config, 'organizationDomains' | 'edition'>,
): Promise<Scope> {
  const { status, planId, days } = edition.beginning;
  const endsAt = days === null ? null : sql`now() + make_interval(days => ${days})`;
  return inTransaction(scope, async (inside) => {
    const hasOne = (await lockAndCountMemberships(inside)) > 0;
    if (hasOne) refuseUnverified(scope.actor);
    if (hasOne && !mayCreateOrganizations(scope.actor, organizationDomains)) {
      throw new ApiError('not_allowed', {
        message: 'You cannot create further organizations.',
        hint: 'Ask whoever runs this installation to create one for you.',
      });
    }
    const organizationId = newId();
    await insertOrganization(inside.db, scope.actor.userId, {
      id: organizationId,
      name: input.onboardingData.organizationName,
      subscriptionStatus: status,
      planId,
      subscriptionEndsAt: endsAt,
      automaticTrialEndsAt: endsAt,
      onboardingData: input.onboardingData,
    });
    // Who has one has a profile, which says where they came from; this one is not asked about it.
    if (!hasOne) {
      await completeProfile(inside.db, scope.actor.userId, {
        name: input.name,
        jobTitle: input.jobTitle,
        surveyCompleted: input.surveyCompleted,
        onboardingData: input.onboardingData,
      });
    }
    return { ...scope, organizationId, role: 'owner' };
  });
}
