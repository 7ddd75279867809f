/** Interface to the users; modules/identity implements it. */
import type { Permission, Role } from '@parley/contract';
import type { Actor } from '../database/scope.ts';

export interface SignedIn {
  actor: Actor;
  /** Role in the requested organization; null for non-members, absent if it was not read. */
  role?: Role | null;
}

/**
 * Finds the person of a bearer token; null if the token is unknown, used up, or of a session that has ended. Every request
 * needs this, and most of them also what the person may do in an organization: one statement can answer both.
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
  /** Describes in words what a limited key may do. */
  mayOnly?: string;
}

/**
 * The person for whom an API key acts; null if the key is unknown, expired, revoked or of a person
 * who left.
 */
export type AuthenticateKey = (key: string) => Promise<KeyHolder | null>;
