/** Who may: from the contract's access of an endpoint and the caller to the scope of the handler. */
import { type Endpoint, type Permission, type Role, roleAllows } from '@parley/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { memberships } from '../db/schema/index.ts';
import { ApiError } from './api-error.ts';
import type { Database } from './db.ts';
import type { PublicScope } from './http.ts';
import type { Actor, Scope, SessionScope } from './scope.ts';
import type { Authenticate } from './session.ts';

type AnyScope = PublicScope | SessionScope | Scope;

export interface Gate {
  db: Database;
  authenticate: Authenticate;
}

/**
 * Refuses in this order: no session 401; somebody else's path or organization 404, as if it did not
 * exist; a role that may not 403.
 */
export async function admit(
  { db, authenticate }: Gate,
  endpoint: Endpoint,
  params: Record<string, string>,
  request: FastifyRequest,
): Promise<AnyScope> {
  const { access } = endpoint;
  if (access === 'public') return { db, actor: null };
  const actor = await findActor(authenticate, request);
  if (actor === null && access === 'optional') return { db, actor };
  if (actor === null) throw new ApiError('not_signed_in');
  if (access === 'optional') return { db, actor };
  refuseOtherUsersPath(endpoint, params, actor);
  if (access === 'session') return { db, actor };
  return enterOrganization({ db, actor }, params.orgId ?? '', access.organization);
}

async function findActor(
  authenticate: Authenticate,
  request: FastifyRequest,
): Promise<Actor | null> {
  const bearer = /^Bearer (\S{1,8192})$/.exec(request.headers.authorization ?? '')?.[1];
  return bearer === undefined ? null : authenticate(bearer);
}

function refuseOtherUsersPath(
  endpoint: Endpoint,
  params: Record<string, string>,
  actor: Actor,
): void {
  const name = /\/users\/\{(\w+)\}/.exec(endpoint.path)?.[1];
  if (name !== undefined && params[name] !== actor.userId) throw new ApiError('not_found');
}

/** The scope of a member. `default` stands for the organization that was the user's last current one. */
export async function enterOrganization(
  { db, actor }: SessionScope,
  organizationId: string,
  permission: Permission,
): Promise<Scope> {
  const membership = await findMembership(db, actor.userId, organizationId);
  if (membership === undefined) throw new ApiError('not_found');
  if (!roleAllows(membership.role, permission)) throw new ApiError('not_allowed');
  return { db, actor, ...membership };
}

async function findMembership(
  db: Database,
  userId: string,
  organizationId: string,
): Promise<{ organizationId: string; role: Role } | undefined> {
  const isWanted =
    organizationId === 'default' ? undefined : eq(memberships.organizationId, organizationId);
  const [membership] = await db
    .select({ organizationId: memberships.organizationId, role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), isWanted))
    .orderBy(sql`${memberships.lastCurrentAt} desc nulls last`, desc(memberships.addedAt))
    .limit(1);
  return membership;
}
