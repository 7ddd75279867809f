/**
 * The session of this tab: follows the identity provider, loads the user and their organizations,
 * keeps both fresh, and tells the router when the accessible pages change.
 */
import { identity as endpoints, type User } from '@parley/contract';
import { call, listeners } from '../api.ts';
import { identity } from '../identity/current-identity.ts';
import type { IdentityUser } from '../identity/identity.ts';
import { messageOf } from '../identity/messages.ts';
import { startTokenRefresh } from '../identity/token-refresh.ts';
import { destinationFor, isPending, isSubscribed, type SessionFacts } from './access.ts';
import { clearAuth, keepUser, useAuthStore } from './auth-store.ts';
import { clearOrganizations, loadOrganizations, useOrgStore } from './org-store.ts';
import { startOrganizationRefresh } from './organization-refresh.ts';
import { clearSessionFlag, isLoadStale } from './session-flag.ts';

/** Grace period in milliseconds, because an unrequested sign-out may be a temporary fault of the provider. */
const signOutGraceMs = 2000;

export function sessionFacts(): SessionFacts {
  const { user, isChecked, isLoading, isHeld, isPasswordUpdating } = useAuthStore.getState();
  const organizations = useOrgStore.getState();
  return {
    isLoading: !isChecked || isLoading || isHeld || organizations.isLoading,
    isPasswordUpdating,
    user,
    organization: organizations.currentOrganization,
  };
}

/** Resolves once no check is pending. */
export function settled(): Promise<void> {
  if (!isPending(sessionFacts())) return Promise.resolve();
  return new Promise((resolve) => {
    const stopWatching = watch(() => {
      if (isPending(sessionFacts())) return;
      stopWatching();
      resolve();
    });
  });
}

/** Starts following the identity provider. Called once, before the router renders. */
export function startSession(options: { onAccessChanged: () => void }): void {
  let known: string | undefined;
  const review = () => {
    if (isPending(sessionFacts())) return;
    const now = accessKey();
    const hasChanged = known !== undefined && known !== now;
    known = now;
    if (hasChanged) options.onAccessChanged();
  };
  watch(review);
  startOrganizationRefresh(review);
  startTokenRefresh(identity);
  // The session may have ended elsewhere: asking for a new token finds out.
  listeners.unauthorized = () => void identity.refreshToken().catch(() => {});
  identity.onUserChanged((user) => (user ? welcome(user) : seeOff()));
}

/** Reloads the signed-in user and their organizations; rejects if that fails. */
export async function reloadUser(): Promise<User> {
  const id = identity.currentUser()?.id;
  if (!id) throw new Error('No authenticated user found');
  const reading = call(endpoints.getUser, { params: { id } });
  const known = useAuthStore.getState().user;
  // Whoever comes back need not wait for the one before asking for the other.
  const ahead = known?.id === id && known.memberOf.length > 0 ? loadOrganizations() : undefined;
  ahead?.catch(() => {});
  const user = await reading;
  const isStillSignedIn = identity.currentUser()?.id === id;
  if (!isStillSignedIn || !('memberOf' in user)) throw new Error('No authenticated user found');
  keepUser(user);
  if (user.memberOf.length > 0) await (ahead ?? loadOrganizations());
  else clearOrganizations();
  return user;
}

/**
 * Loads everything while the loading screen is shown. Failures are shown there, with a retry
 * button.
 */
export async function loadSession(): Promise<void> {
  const id = identity.currentUser()?.id;
  useAuthStore.setState({ isLoading: true, failure: null, signOutFailure: null });
  const outcome = await reloadUser().then(
    () => ({ isLoading: false }),
    (error: unknown) => {
      console.warn('Failed to load the session.', error);
      return { failure: failureOf(error) };
    },
  );
  // Whoever signed out or in meanwhile has seen to the state.
  const isStillTheirs = identity.currentUser()?.id === id;
  useAuthStore.setState({ isChecked: true, ...(isStillTheirs && outcome) });
}

/** Error message for a failure. Each browser words the error of a `fetch` without a response differently. */
function failureOf(error: unknown): string {
  if (error instanceof TypeError) return 'Failed to reach the server';
  return error instanceof Error ? error.message : String(error);
}

/**
 * Suspends redirects while a sign-in performs its own checks, because the provider may already report a user whom those
 * checks will reject.
 */
export async function holdWhile<T>(signIn: () => Promise<T>): Promise<T> {
  useAuthStore.setState({ isHeld: true });
  try {
    return await signIn();
  } finally {
    useAuthStore.setState({ isHeld: false });
  }
}

/**
 * Signs the user out deliberately. Cached data is cleared first, so that nothing waits for the grace period. Failures are
 * shown on the next page, with a retry button.
 */
export async function signOut(): Promise<void> {
  forget();
  try {
    await identity.signOut();
  } catch (error) {
    // Whoever signed in meanwhile has another session.
    if (!identity.currentUser())
      useAuthStore.setState({ signOutFailure: messageOf(error, 'logout') });
  }
}

function welcome(identityUser: IdentityUser): void {
  const { user } = useAuthStore.getState();
  const { currentOrganization } = useOrgStore.getState();
  // An address of its own is never taken from what is stored: only the server says where to call.
  const isCached =
    user?.id === identityUser.id && currentOrganization && !currentOrganization.apiURL;
  if (user && user.id !== identityUser.id) forget();
  if (isCached && !isLoadStale()) useAuthStore.setState({ isChecked: true, isLoading: false });
  else void loadSession();
}

function seeOff(): void {
  const isCached = useAuthStore.getState().user && useOrgStore.getState().currentOrganization;
  const leaveUnlessBack = () => {
    if (!identity.currentUser()) leave();
  };
  if (isCached) setTimeout(leaveUnlessBack, signOutGraceMs);
  else leave();
}

function leave(): void {
  forget();
  useAuthStore.setState({ isChecked: true });
}

function forget(): void {
  clearAuth();
  clearOrganizations();
  clearSessionFlag();
}

/** Key that changes exactly when the guards may decide differently. */
function accessKey(): string {
  const userId = useAuthStore.getState().user?.id;
  if (!userId) return 'signed-out';
  const facts = sessionFacts();
  const now = Date.now();
  return [userId, destinationFor('root', facts, now), isSubscribed(facts, now)].join(' ');
}

function watch(listener: () => void): () => void {
  const stops = [useAuthStore.subscribe(listener), useOrgStore.subscribe(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}
