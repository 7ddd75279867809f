/** Access control: derives a handler's scope from the endpoint's access and the caller. */
import { type Endpoint, type Permission, type Role, roleAllows } from '@parley/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { prepareOnce } from '../../db/prepare-once.ts';
import { memberships } from '../../db/schema/index.ts';
import type { Database } from '../database/db.ts';
import { inOrganization } from '../database/organization-database.ts';
import type { Actor, Scope, SessionScope } from '../database/scope.ts';
import { ApiError } from '../errors/api-error.ts';
import type { News } from '../live/news.ts';
import type { PublicScope } from './http.ts';
import type { Authenticate, AuthenticateKey } from './session.ts';

type AnyScope = PublicScope | SessionScope | Scope;

export interface Gate {
  db: Database;
  authenticate: Authenticate;
  authenticateKey: AuthenticateKey;
  news: News;
  /** The installation's secret. It encrypts the stored responses of repeated requests. */
  secret: string;
}

/**
 * Checks the access to an endpoint and returns the scope. Refuses in this order: 401 without a session; 404 for another user's
 * path or organization, as if it did not exist; 403 for an unverified address or an insufficient role.
 */
export async function admit(
  gate: Gate,
  endpoint: Endpoint,
  params: Record<string, string>,
  request: FastifyRequest,
): Promise<AnyScope> {
  const { access } = endpoint;
  const { db, authenticate } = gate;
  if (access === 'public') return { db, actor: null };
  if (typeof access === 'object' && 'apiKey' in access) {
    return enterWithKey(gate, access.apiKey, request);
  }
  const bearer = readBearer(request);
  if (bearer === undefined && access === 'optional') return { db, actor: null };
  // An expired token is refused even where no sign-in is needed, so that the client gets a new one.
  const { orgId = '' } = params;
  const asked = typeof access === 'object' && orgId !== 'default' ? orgId : undefined;
  const signedIn = bearer === undefined ? null : await authenticate(bearer, asked);
  if (signedIn === null) throw new ApiError('not_signed_in');
  const { actor, role } = signedIn;
  const known = { db, actor: { ...actor, address: request.ip } };
  if (access === 'optional') return known;
  refuseOtherUsersPath(endpoint, params, actor);
  if (access === 'session') return known;
  return enterOrganization(known, orgId, access.organization, role);
}

function readBearer(request: FastifyRequest): string | undefined {
  return /^Bearer (\S{1,8192})$/.exec(request.headers.authorization ?? '')?.[1];
}

/** Returns the scope of the API key in a request. */
export async function enterWithKey(
  { db, authenticateKey }: Pick<Gate, 'db' | 'authenticateKey'>,
  permission: Permission,
  request: FastifyRequest,
): Promise<Scope> {
  const bearer = readBearer(request);
  const holder = bearer === undefined ? null : await authenticateKey(bearer);
  if (holder === null) throw new ApiError('invalid_api_key');
  const { actor, organizationId, role, covers, mayOnly = 'read' } = holder;
  refuseUnverified(actor);
  if (!covers(permission)) {
    throw new ApiError('not_allowed', {
      message: `This API key may only ${mayOnly}.`,
      hint: 'Use a key with full access.',
    });
  }
  if (!roleAllows(role, permission)) throw new ApiError('not_allowed');
  return {
    db: inOrganization(db, organizationId),
    actor: { ...actor, address: request.ip },
    organizationId,
    role,
    covers,
  };
}

function refuseOtherUsersPath(
  endpoint: Endpoint,
  params: Record<string, string>,
  actor: Actor,
): void {
  const name = /\/users\/\{(\w+)\}/.exec(endpoint.path)?.[1];
  if (name !== undefined && params[name] !== actor.userId) throw new ApiError('not_found');
}

/**
 * Returns the scope of a member. `default` stands for the organization that the user opened last, or for the only one to which
 * the session gives access. `knownRole` is the role if it was read together with the session; null for non-members.
 */
export async function enterOrganization(
  { db, actor }: SessionScope,
  organizationId: string,
  permission: Permission,
  knownRole?: Role | null,
): Promise<Scope> {
  const membership =
    knownRole === undefined
      ? await findMembership(db, actor, organizationId)
      : knownRole && { organizationId, role: knownRole };
  if (!membership) throw new ApiError('not_found');
  refuseOtherProvider(actor, membership.organizationId);
  // Unverified users see a page that names their organization.
  if (permission !== 'organization.read') refuseUnverified(actor);
  if (!roleAllows(membership.role, permission)) throw new ApiError('not_allowed');
  return { db: inOrganization(db, membership.organizationId), actor, ...membership };
}

/** Refuses sessions of an organization's identity provider in any other organization. */
export function refuseOtherProvider(
  { providerOrganizationId }: Actor,
  organizationId: string,
): void {
  if (providerOrganizationId !== undefined && providerOrganizationId !== organizationId)
    throw new ApiError('other_sign_in_needed');
}

/** Refuses sessions of an organization's identity provider for actions on the user's account. */
export function refuseProvider({ providerOrganizationId }: Actor): void {
  if (providerOrganizationId === undefined) return;
  throw new ApiError('other_sign_in_needed', {
    message:
      'You signed in with the single sign-on of an organization. This action affects your whole account.',
  });
}

/** Refuses users with unverified addresses, for actions that rely on the address. */
export function refuseUnverified({ emailVerified }: Actor): void {
  if (!emailVerified) throw unverifiedEmail();
}

export function unverifiedEmail(): ApiError {
  return new ApiError('not_allowed', {
    message: 'The email address of your account is not verified.',
    hint: 'Open the link in the verification email. The dashboard sends it again.',
  });
}

async function findMembership(
  db: Database,
  { userId, providerOrganizationId }: Actor,
  wanted: string,
): Promise<{ organizationId: string; role: Role } | undefined> {
  const organizationId = wanted === 'default' ? providerOrganizationId : wanted;
  const [membership] = await (organizationId === undefined
    ? lastMembership(db).execute({ userId })
    : membershipIn(db).execute({ userId, organizationId }));
  return membership;
}

const found = { organizationId: memberships.organizationId, role: memberships.role };
const isTheirs = eq(memberships.userId, sql.placeholder('userId'));

const membershipIn = prepareOnce((db) =>
  db
    .select(found)
    .from(memberships)
    .where(and(isTheirs, eq(memberships.organizationId, sql.placeholder('organizationId'))))
    .prepare('membership_in'),
);

const lastMembership = prepareOnce((db) =>
  db
    .select(found)
    .from(memberships)
    .where(isTheirs)
    .orderBy(sql`${memberships.lastCurrentAt} desc nulls last`, desc(memberships.addedAt))
    .limit(1)
    .prepare('last_membership'),
);
