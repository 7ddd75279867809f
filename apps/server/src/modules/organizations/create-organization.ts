import type { Body, organizations } from '@parley/contract';
import { sql } from 'drizzle-orm';
import { refuseUnverified } from '../../platform/access.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Config } from '../../platform/config.ts';
import { newId } from '../../platform/ids.ts';
import { inTransaction, type Scope, type SessionScope } from '../../platform/scope.ts';
import {
  completeProfile,
  findUser,
  mayCreateOrganizations,
  requireCompanyEmail,
} from '../identity/identity.ts';
import { insertOrganization, lockAndCountMemberships } from './organizations.queries.ts';

type Input = Body<typeof organizations.createOrganization>;

/**
 * Founds an organization on the terms of the edition, with the caller as its owner. Everyone may found
 * a first one; further ones are for the people of the configured domains. Whose organization it is comes
 * from the session alone, whatever id and email the body has.
 */
export function createOrganization(
  scope: SessionScope,
  input: Input,
  config: Pick<Config, 'organizationDomains' | 'edition'>,
): Promise<Scope> {
  const { status, planId, days } = config.edition.beginning;
  const endsAt = days === null ? null : sql`now() + make_interval(days => ${days})`;
  return inTransaction(scope, async (inside) => {
    const hasOne = (await lockAndCountMemberships(inside)) > 0;
    if (hasOne) refuseUnverified(scope.actor);
    if (hasOne && !mayCreateOrganizations(scope.actor, config.organizationDomains)) {
      throw new ApiError('not_allowed', {
        message: 'You cannot create further organizations.',
        hint: 'Ask whoever runs this installation to create one for you.',
      });
    }
    await requireFounderEmail(inside, input, config);
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

/** A customer of IBM types an address, since the one at IBM need not be that of the company. */
async function requireFounderEmail(
  { db, actor }: SessionScope,
  { email }: Input,
  config: Pick<Config, 'edition'>,
): Promise<void> {
  const isFromIbm = (await findUser(db, actor.userId))?.onboardingData.ibm !== undefined;
  if (isFromIbm && email !== undefined)
    requireCompanyEmail(config, email, 'Please use your company email address');
  else requireCompanyEmail(config, actor.email);
}
