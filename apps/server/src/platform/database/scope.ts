/**
 * Caller and organization of an operation. A scope is made once per request from the session (http.ts)
 * or per job from its row, and is the first argument of every tenant query: no function takes a bare
 * organization id.
 */
import { type Permission, type Role, roleAllows } from '@parley/contract';
import type { Database } from './db.ts';
import { retryDeadlock } from './deadlock.ts';
import { inOrganization } from './organization-database.ts';

export interface Actor {
  userId: string;
  email: string;
  /** True if the address is verified. Until then it may belong to somebody else. */
  emailVerified: boolean;
  /** Session of a browser; absent for API keys. */
  sessionId?: string;
  apiKeyId?: string;
  /** The organization whose identity provider began the session; such a session opens no other organization. */
  providerOrganizationId?: string;
  /** Address of the client; absent without a request. */
  address?: string;
}

/** A signed-in user outside any organization. */
export interface SessionScope {
  db: Database;
  actor: Actor;
}

/** A member who acts in an organization. */
export interface Scope extends SessionScope {
  organizationId: string;
  role: Role;
  /** Checks the permissions of the API key; absent without one. */
  covers?: (permission: Permission) => boolean;
}

/** Checks a permission in addition to that of the endpoint. */
export const mayAlso = ({ role, covers }: Scope, permission: Permission): boolean =>
  roleAllows(role, permission) && (covers?.(permission) ?? true);

/** A worker that acts for an organization, without a user. */
export interface WorkScope {
  db: Database;
  organizationId: string;
}

/** Creates the scope of a worker. Inside a transaction that works across organizations, it uses that transaction's database. */
export function workScope(db: Database, organizationId: string): WorkScope {
  return { db: inOrganization(db, organizationId), organizationId };
}

/** Runs `work` in a transaction with the same scope. Either everything that it does is kept, or nothing. */
export function inTransaction<S extends { db: Database }, T>(
  scope: S,
  work: (scope: S) => Promise<T>,
): Promise<T> {
  const db =
    'organizationId' in scope ? inOrganization(scope.db, String(scope.organizationId)) : scope.db;
  return db.transaction((tx) => work({ ...scope, db: tx }));
}

/**
 * Runs a transaction that deletes rows to which runs refer. An active run locks its own row and waits for the rows it refers
 * to, while their deletion waits for the run's row. If PostgreSQL ends the deletion because of that, it is retried.
 */
export function inDeletion<S extends { db: Database }, T>(
  scope: S,
  work: (scope: S) => Promise<T>,
): Promise<T> {
  return retryDeadlock(() => inTransaction(scope, work));
}
