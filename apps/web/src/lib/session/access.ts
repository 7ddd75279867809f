/** Access to pages: the route table of the specification as pure functions. */
import type { Organization, User } from '@parley/contract';
import { subscriptionState } from './subscription.ts';

/** Input of the guards. */
export interface SessionFacts {
  /** A check is pending: the session, its user, or the organization. */
  isLoading: boolean;
  /** The password is being changed, which signs in anew for a moment. */
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

/** Ready by the specification, its loading part left out: pending is asked first and apart. */
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

/** Pending never redirects; a password update in progress is not pending, so that its page stays. */
export function isPending(facts: SessionFacts): boolean {
  return facts.isLoading && !facts.isPasswordUpdating;
}

/** Redirect target for a visitor of a page; undefined if they may stay. */
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

/** The rule for `/`. The subscription is not asked here: /projects asks it. */
function homeFor(facts: SessionFacts): Destination {
  if (!facts.user) return '/signin';
  if (!isOnboarded(facts)) return '/onboarding';
  if (!isActivated(facts)) return '/activation';
  return '/projects';
}

/** The first failing check decides. */
function protectedDestination(facts: SessionFacts, now: number): Destination | undefined {
  const home = homeFor(facts);
  if (home !== '/projects') return home;
  return isSubscribed(facts, now) ? undefined : '/subscribe';
}
