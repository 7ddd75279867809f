/** The specification's route table as pure functions, which decide who can open which page. */
import type { Organization, User } from '@parley/contract';
import { subscriptionState } from './subscription.ts';

/** Session state that the guards check. */
export interface SessionFacts {
  /** True while a check is pending: the session, its user or the organization. */
  isLoading: boolean;
  /** True while the password is being changed, which briefly signs the user in again. */
  isPasswordUpdating: boolean;
  user: Pick<User, 'memberOf' | 'verified'> | null;
  organization: Pick<Organization, 'requiresActivation' | 'subscription'> | null;
}

/** Groups of pages that share a rule. */
export type PageGroup =
  | 'root'
  | 'signed-out'
  | 'onboarding'
  | 'activation'
  | 'protected'
  | 'subscribe'
  | 'unknown';

export type Destination =
  | '/signin'
  | '/onboarding'
  | '/activation'
  | '/subscribe'
  | '/projects'
  | '/test-suites';

function isOnboarded(facts: SessionFacts): boolean {
  return (facts.user?.memberOf.length ?? 0) > 0;
}

/** Implements "ready" of the specification, except for its loading part, which `isPending` checks first. */
export function isActivated(facts: SessionFacts): boolean {
  if (facts.isPasswordUpdating) return true;
  return (
    isOnboarded(facts) &&
    facts.user?.verified === true &&
    facts.organization !== null &&
    !facts.organization.requiresActivation
  );
}

export function isSubscribed(facts: SessionFacts, now: number): boolean {
  return subscriptionState(facts.organization?.subscription, now).isActive;
}

/**
 * While a check is pending, nobody is redirected. During a password change nothing counts as pending, so that its page stays.
 */
export function isPending(facts: SessionFacts): boolean {
  return facts.isLoading && !facts.isPasswordUpdating;
}

/** Redirect target for a visitor of a page; undefined if the visitor can stay. */
export function destinationFor(
  group: PageGroup,
  facts: SessionFacts,
  now: number,
): Destination | undefined {
  switch (group) {
    case 'root':
      return homeFor(facts);
    case 'signed-out':
      return facts.user ? homeFor(facts) : undefined;
    case 'onboarding':
      return facts.user && !isOnboarded(facts) ? undefined : homeFor(facts);
    case 'activation':
      if (!facts.user) return '/signin';
      return isOnboarded(facts) && !isActivated(facts) ? undefined : '/test-suites';
    case 'protected':
      return protectedDestination(facts, now);
    case 'subscribe':
      if (!facts.user) return '/signin';
      return isSubscribed(facts, now) ? '/projects' : undefined;
    case 'unknown':
      return facts.user ? undefined : '/signin';
  }
}

/** Redirect target of `/`. The subscription is not checked here, because /projects checks it. */
function homeFor(facts: SessionFacts): Destination {
  if (!facts.user) return '/signin';
  if (!isOnboarded(facts)) return '/onboarding';
  if (!isActivated(facts)) return '/activation';
  return '/projects';
}

/** Redirect target of the first check that fails. */
function protectedDestination(facts: SessionFacts, now: number): Destination | undefined {
  const home = homeFor(facts);
  if (home !== '/projects') return home;
  return isSubscribed(facts, now) ? undefined : '/subscribe';
}
