/** Types through which the platform authenticates users; modules/identity and modules/api-keys implement them. */
import type { Permission, Role } from '@parley/contract';
import type { Actor } from '../database/scope.ts';

export interface SignedIn {
  actor: Actor;
  /** Role in the requested organization; null for non-members, undefined if it was not requested. */
  role?: Role | null;
}

/**
 * Finds the user of a bearer token; null if the token is unknown or expired, or its session has ended. Every request needs
 * this, and most also need the user's role in an organization, so one statement can read both.
 */
export type Authenticate = (bearer: string, organizationId?: string) => Promise<SignedIn | null>;

/** A user in one organization, on whose behalf an API key acts. */
interface KeyHolder {
  actor: Actor;
  organizationId: string;
  /** Current role of the user. */
  role: Role;
  /** Tells if the key has a permission. The role is checked separately. */
  covers(permission: Permission): boolean;
  /** Describes in words what a restricted key may do, for errors. */
  mayOnly?: string;
}

/**
 * Finds the user on whose behalf an API key acts; null if the key is unknown, expired or revoked, or the user has left the
 * organization.
 */
export type AuthenticateKey = (key: string) => Promise<KeyHolder | null>;
