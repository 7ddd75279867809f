/** Routes for users. */
import { createHmac } from 'node:crypto';
import { identity as contract, type User, type UserProperty } from '@parley/contract';
import * as z from 'zod/mini';
import type { Config } from '../../../platform/config/config.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { Deleted, RemoveSome } from '../../../platform/database/deletions.ts';
import { inDeletion, type SessionScope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { refuseProvider } from '../../../platform/http/access.ts';
import { type Route, route } from '../../../platform/http/http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type FindProof, requireProof } from '../sessions/recent-proof.ts';
import { canonicalEmail } from '../users/canonical-email.ts';
import { judgeEmail } from '../users/company-email.ts';
import {
  changeUser,
  deleteUserWithOrganizations,
  findUser,
  listMemberOf,
  lockOwnedOrganizations,
  type ProfileChange,
  type UserRow,
  withdrawOwnInvitations,
} from '../users/identity.queries.ts';
import { ownsEmail } from '../users/owns-email.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import { areasBySetting } from './areas.queries.ts';
import { isOperator } from './is-operator.ts';
import { mayCreateOrganizations } from './may-create-organizations.ts';

const properties = new Map(Object.entries(contract.userProperties));

export function identityRoutes(
  platform: Platform,
  removeSome: RemoveSome,
  findProof: FindProof,
): Route[] {
  const { config } = platform;
  return [
    route(contract.getUser, async ({ scope, params }) => {
      const user = await findUser(scope.db, params.id);
      if (!user) throw new ApiError('not_found');
      const { db, actor } = scope;
      return actor?.userId === user.id
        ? presentUser({ db, actor }, config, user)
        : presentToOthers(user);
    }),

    route(contract.updateUser, async ({ scope, body }) =>
      presentUser(scope, config, await changeOneself(scope, body)),
    ),

    route(contract.patchUserProperty, async ({ scope, params, body }) => {
      const change = readProperty(params.propertyName, body.value);
      return presentUser(scope, config, await changeOneself(scope, change));
    }),

    route(contract.deleteUser, async ({ scope, request }) => {
      refuseProvider(scope.actor);
      await requireProof(findProof, scope, request);
      while (await inDeletion(scope, (inside) => removeSomeOfOneself(removeSome, inside)));
      await inDeletion(scope, (inside) => deleteOneself(removeSome, inside));
      return undefined;
    }),

    route(contract.validateEmail, ({ body }) => {
      const email = canonicalEmail(body.email);
      if (email === null) throw new ApiError('auth/invalid-email');
      return judgeEmail(config, email);
    }),

    route(contract.getIntercomUserHash, async ({ scope, params }) => {
      refuseProvider(scope.actor);
      await requireOwnEmail(scope);
      const { intercomSecret } = config.signIn;
      const isOwn = canonicalEmail(params.email) === scope.actor.email;
      if (!isOwn) throw new ApiError('not_found');
      // Without a support chat, the identity needs no signature.
      if (!intercomSecret) return '';
      return createHmac('sha256', intercomSecret).update(scope.actor.email).digest('hex');
    }),
  ];
}

async function changeOneself({ db, actor }: SessionScope, change: ProfileChange): Promise<UserRow> {
  const user = await changeUser(db, actor.userId, change);
  if (!user) throw new ApiError('not_found');
  return user;
}

function readProperty(propertyName: string, value: unknown): ProfileChange {
  const schema = properties.get(propertyName as UserProperty);
  if (!schema) {
    const known = [...properties.keys()].join(', ');
    throw new ApiError('invalid_request', { message: `The properties are ${known}.` });
  }
  const parsed = z.safeParse(schema as z.ZodMiniType, value);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ message }) => ({ path: 'value', message }));
    throw new ApiError('invalid_request', { problems });
  }
  return { [propertyName]: parsed.data };
}

/**
 * Deletes part of the caller's data. Each step is committed, so that progress is kept if the request is interrupted.
 *
 * @returns true if there may be more
 */
async function removeSomeOfOneself(
  removeSome: RemoveSome,
  { db, actor }: SessionScope,
): Promise<boolean> {
  return removeSome(db, await requireLeaving(db, actor.userId));
}

async function deleteOneself(removeSome: RemoveSome, { db, actor }: SessionScope): Promise<void> {
  const leaving = await requireLeaving(db, actor.userId);
  // Deletes what was added since the last step. Nothing can be added from now on, because the organizations are locked.
  while (await removeSome(db, leaving));
  await deleteUserWithOrganizations(db, leaving);
}

/**
 * Returns what to delete with the caller's account: the organizations in which nobody else is a member.
 * @throws ApiError `last_owner` if the caller owns an organization that has other members
 */
async function requireLeaving(db: Database, userId: string): Promise<Deleted> {
  // Invitations come first: accepting one also locks the invitation before the organization, and another order could deadlock.
  await withdrawOwnInvitations(db, userId);
  const owned = await lockOwnedOrganizations(db, userId);
  if (owned.some(({ hasOthers }) => hasOthers)) {
    throw new ApiError('last_owner', {
      hint: 'Remove the other members of your organization first.',
    });
  }
  return { userId, organizationIds: owned.map(({ id }) => id) };
}

/** Presents the caller's own account. Sessions of an identity provider get no rights that belong to the account as a whole. */
export async function presentUser(
  { db, actor }: SessionScope,
  config: Config,
  user: UserRow,
): Promise<User> {
  const { providerOrganizationId = null } = actor;
  const isOwn = providerOrganizationId === null;
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    avatar: user.image,
    verified: user.emailVerified,
    hasUnprovenEmail: user.emailClaimed,
    memberOf: await listMemberOf(db, user.id),
    createdAt: user.createdAt.toISOString(),
    jobTitle: user.jobTitle,
    surveyCompleted: user.surveyCompleted,
    onboardingData: user.onboardingData,
    json: user.json,
    exploratoryTestingEnabled:
      user.exploratoryTestingEnabled ?? areasBySetting(config, user).exploratoryTesting,
    loadTestingEnabled: user.loadTestingEnabled ?? areasBySetting(config, user).loadTesting,
    mayCreateOrganizations: isOwn && mayCreateOrganizations(user, config.organizationDomains),
    isOperator: isOwn && (await isOperator(db, user, config.operators)),
    providerOrganizationId,
  };
}

/**
 * Presents a user to others. The page behind an emailed link may be opened by another user, and needs to know if the address is
 * verified.
 */
function presentToOthers(user: UserRow) {
  return { id: user.id, verified: ownsEmail(user) };
}
