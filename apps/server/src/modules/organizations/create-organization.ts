import type { Body, organizations } from '@parley/contract';
import { sql } from 'drizzle-orm';
import type { Config } from '../../platform/config/config.ts';
import type { Edition } from '../../platform/config/edition.ts';
import { inTransaction, type Scope, type SessionScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { refuseUnverified } from '../../platform/http/access.ts';
import { newId } from '../../platform/security/ids.ts';
import {
  completeProfile,
  findUser,
  isIbmCustomer,
  mayCreateOrganizations,
  requireCompanyEmail,
} from '../identity/identity.ts';
import { insertOrganization, lockAndCountMemberships } from './organizations.queries.ts';

type Input = Body<typeof organizations.createOrganization>;

interface Terms extends Pick<Config, 'organizationDomains' | 'edition' | 'newEgress'> {
  /** Runs in the transaction if this is the caller's first organization. */
  onFirst?(inside: SessionScope): Promise<void>;
}

/**
 * Creates an organization on the terms of the edition, with the caller as its owner. Everyone may create a first one; further
 * ones require an address at a configured domain. Only the session decides who the owner is, whatever id and email the body
 * contains.
 */
export function createOrganization(
  scope: SessionScope,
  input: Input,
  { organizationDomains, edition, newEgress, onFirst }: Terms,
): Promise<Scope> {
  const { userId } = scope.actor;
  const { status, planId, days } = edition.beginning;
  const endsAt = days === null ? null : sql`now() + make_interval(days => ${days})`;
  return inTransaction(scope, async (inside) => {
    const hasOne = (await lockAndCountMemberships(inside)) > 0;
    if (hasOne) await requireMayCreate(inside, organizationDomains);
    await requireFounderEmail(inside, input, edition);
    const organizationId = newId();
    await insertOrganization(inside.db, userId, {
      id: organizationId,
      name: input.onboardingData.organizationName,
      subscriptionStatus: status,
      planId,
      subscriptionEndsAt: endsAt,
      automaticTrialEndsAt: endsAt,
      egressAllow: newEgress === 'all' ? null : [],
      onboardingData: input.onboardingData,
    });
    // Users with an organization already have a profile, so only new users complete one.
    if (!hasOne) {
      await completeProfile(inside.db, userId, {
        name: input.name,
        jobTitle: input.jobTitle,
        surveyCompleted: input.surveyCompleted,
        onboardingData: input.onboardingData,
      });
      await onFirst?.(inside);
    }
    return { ...scope, organizationId, role: 'owner' };
  });
}

/** Requires a company email. IBM customers may enter another address, because the one at IBM may not be the company's. */
async function requireFounderEmail(
  { db, actor }: SessionScope,
  { email }: Input,
  edition: Edition,
): Promise<void> {
  if (email !== undefined && (await isIbmCustomer(db, actor.userId)))
    requireCompanyEmail({ edition }, email, 'Please use your company email address');
  else requireCompanyEmail({ edition }, actor.email);
}

async function requireMayCreate({ db, actor }: SessionScope, domains: string[]): Promise<void> {
  refuseUnverified(actor);
  const user = await findUser(db, actor.userId);
  if (user && mayCreateOrganizations(user, domains)) return;
  throw new ApiError('not_allowed', {
    message: 'You cannot create more organizations.',
    hint: 'Ask the operator of this installation to create one for you.',
  });
}
