/**
 * The caller and the organization of an operation. A scope is created once per request (access.ts) or per job from its row, and
 * is the first argument of every tenant query: no function takes a bare organization id.
 */
import { type Permission, type Role, roleAllows } from '@parley/contract';
import type { Database } from './db.ts';
import { retryDeadlock } from './deadlock.ts';
import { inOrganization } from './organization-database.ts';

export interface Actor {
  userId: string;
  email: string;
  /** True if the address is verified. Until then, it may belong to someone else. */
  emailVerified: boolean;
  /** Session of a browser; absent with an API key. */
  sessionId?: string;
  apiKeyId?: string;
  /** The organization whose identity provider started the session. Such a session gives access to no other organization. */
  providerOrganizationId?: string;
  /** IP address of the client; absent outside requests. */
  address?: string;
}

/** A signed-in user outside any organization. */
export interface SessionScope {
  db: Database;
  actor: Actor;
}

/** A member acting in an organization. */
export interface Scope extends SessionScope {
  organizationId: string;
  role: Role;
  /** Tells if the API key has a permission; absent without an API key. */
  covers?: (permission: Permission) => boolean;
}

/** Tells if the caller has another permission besides the endpoint's. */
export const mayAlso = ({ role, covers }: Scope, permission: Permission): boolean =>
  roleAllows(role, permission) && (covers?.(permission) ?? true);

/** A worker acting for an organization, without a user. */
export interface WorkScope {
  db: Database;
  organizationId: string;
}

/** Creates the scope of a worker. A transaction across organizations is used as it is. */
export function workScope(db: Database, organizationId: string): WorkScope {
  return { db: inOrganization(db, organizationId), organizationId };
}

/** Runs `work` in a transaction, with the same scope otherwise. Either all of its changes are kept or none. */
export function inTransaction<S extends { db: Database }, T>(
  scope: S,
  work: (scope: S) => Promise<T>,
): Promise<T> {
  const db =
    'organizationId' in scope ? inOrganization(scope.db, String(scope.organizationId)) : scope.db;
  return db.transaction((tx) => work({ ...scope, db: tx }));
}

/**
 * Runs a transaction that deletes rows to which runs refer. An active run locks its own row and then waits for rows that it
 * refers to, while the deletion holds those and waits for the run's row. If PostgreSQL aborts the deletion because of that, it
 * is retried.
 */
export function inDeletion<S extends { db: Database }, T>(
  scope: S,
  work: (scope: S) => Promise<T>,
): Promise<T> {
  return retryDeadlock(() => inTransaction(scope, work));
}
