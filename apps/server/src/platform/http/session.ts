/** The port that connects to the users; modules/identity implements it. */
import type { Permission, Role } from '@parley/contract';
import type { Actor } from '../database/scope.ts';

export interface SignedIn {
  actor: Actor;
  /** Role in the requested organization; null for non-members, absent if it was not read. */
  role?: Role | null;
}

/**
 * Whose bearer token this is; null when it is unknown, spent or of a session that ended. Every request
 * asks, and most of them what the person may do in an organization: one statement can answer both.
 */
export type Authenticate = (bearer: string, organizationId?: string) => Promise<SignedIn | null>;

/** A person in one organization, for whom an API key acts. */
interface KeyHolder {
  actor: Actor;
  organizationId: string;
  /** The person's role now. */
  role: Role;
  /** Checks the permissions of the key; the role is checked as well. */
  covers(permission: Permission): boolean;
  /** What a limited key may do, in words. */
  mayOnly?: string;
}

/**
 * The person for whom an API key acts; null if the key is unknown, expired, revoked or of a person
 * who left.
 */
export type AuthenticateKey = (key: string) => Promise<KeyHolder | null>;
