/** The port to whoever knows the users; modules/identity implements it. */
import type { Permission, Role } from '@parley/contract';
import type { Actor } from '../database/scope.ts';

export interface SignedIn {
  actor: Actor;
  /** In the organization that was asked for; null for no member, absent where it was not looked up. */
  role?: Role | null;
}

/**
 * Whose bearer token this is; null when it is unknown, spent or of a session that ended. Every request
 * asks, and most of them what the person may do in an organization: one statement can answer both.
 */
export type Authenticate = (bearer: string, organizationId?: string) => Promise<SignedIn | null>;

/** A person in one organization, as an API key speaks for them. */
interface KeyHolder {
  actor: Actor;
  organizationId: string;
  /** The person's role now. */
  role: Role;
  /** Checks the permissions of the key; the role is checked as well. */
  covers(permission: Permission): boolean;
}

/** Whom an API key speaks for; null when it is unknown, expired, revoked or of somebody who left. */
export type AuthenticateKey = (key: string) => Promise<KeyHolder | null>;
