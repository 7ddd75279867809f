/**
 * Who acts and where. A scope is made once per request from the session (http.ts) or per job from
 * the job's row, and is the first argument of every tenant query: nobody passes a bare organization id.
 */
import { type Permission, type Role, roleAllows } from '@parley/contract';
import type { Database } from './db.ts';
import { retryDeadlock } from './deadlock.ts';
import { inOrganization } from './organization-database.ts';

export interface Actor {
  userId: string;
  email: string;
  /** Whether the address may count for them: until then it may be somebody else's. */
  emailVerified: boolean;
  /** Of a browser; absent where an API key speaks for the person. */
  sessionId?: string;
  apiKeyId?: string;
  /** The organization whose identity provider began the session, which opens no other one. */
  providerOrganizationId?: string;
  /** Where the request came from; absent where there was none. */
  address?: string;
}

/** A signed-in user outside any organization. */
export interface SessionScope {
  db: Database;
  actor: Actor;
}

/** A member at work in an organization. */
export interface Scope extends SessionScope {
  organizationId: string;
  role: Role;
  /** How far the API key goes that speaks for them; absent where they do so themselves. */
  covers?: (permission: Permission) => boolean;
}

/** Whether they may also do something that the endpoint does not ask for. */
export const mayAlso = ({ role, covers }: Scope, permission: Permission): boolean =>
  roleAllows(role, permission) && (covers?.(permission) ?? true);

/** A worker at work for an organization: nobody is at the keyboard. */
export interface WorkScope {
  db: Database;
  organizationId: string;
}

/** Outside a transaction; inside one that works across organizations, its own database goes on. */
export function workScope(db: Database, organizationId: string): WorkScope {
  return { db: inOrganization(db, organizationId), organizationId };
}

/** The same scope inside a transaction. All that `work` does is kept or none of it. */
export function inTransaction<S extends { db: Database }, T>(
  scope: S,
  work: (scope: S) => Promise<T>,
): Promise<T> {
  const db =
    'organizationId' in scope ? inOrganization(scope.db, String(scope.organizationId)) : scope.db;
  return db.transaction((tx) => work({ ...scope, db: tx }));
}

/**
 * A transaction that deletes what runs name. A run at work holds its row and waits for what it names,
 * whose deletion waits for the run's row; the deletion, if it is the one that PostgreSQL ends, is tried again.
 */
export function inDeletion<S extends { db: Database }, T>(
  scope: S,
  work: (scope: S) => Promise<T>,
): Promise<T> {
  return retryDeadlock(() => inTransaction(scope, work));
}
