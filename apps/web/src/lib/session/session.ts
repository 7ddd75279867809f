/**
 * The session of this tab. Follows the identity provider, loads the user and the organizations, keeps both fresh, and calls
 * back when the accessible pages change.
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

/** Grace period in milliseconds. A sign-out that the user did not request can be a temporary fault of the provider. */
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

/** Resolves when no check is pending. */
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

/** Starts following the identity provider. Call it once, before the router renders. */
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
  // The session may have ended elsewhere. Requesting a new token finds out.
  listeners.unauthorized = () => void identity.refreshToken().catch(() => {});
  identity.onUserChanged((user) => (user ? welcome(user) : seeOff()));
}

/** Reloads the signed-in user and the organizations. Rejects on failure. */
export async function reloadUser(): Promise<User> {
  const id = identity.currentUser()?.id;
  if (!id) throw new Error('No authenticated user found');
  const reading = call(endpoints.getUser, { params: { id } });
  const known = useAuthStore.getState().user;
  // Returning users load both in parallel.
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

/** Loads the session while the loading screen is shown. The loading screen shows a failure with a retry button. */
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
  // After a sign-out or sign-in meanwhile, that flow has set the state.
  const isStillTheirs = identity.currentUser()?.id === id;
  useAuthStore.setState({ isChecked: true, ...(isStillTheirs && outcome) });
}

/**
 * Error message for a failure. For a `fetch` without a response it is always the same, because browsers word that error
 * differently.
 */
function failureOf(error: unknown): string {
  if (error instanceof TypeError) return 'Failed to reach the server';
  return error instanceof Error ? error.message : String(error);
}

/**
 * Suspends redirects while a sign-in performs its own checks. The provider can already report a user whom those checks will
 * reject.
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
 * Signs the user out on request. Cached data is cleared first, so there is no grace period. The next page shows a failure
 * with a retry button.
 */
export async function signOut(): Promise<void> {
  forget();
  try {
    await identity.signOut();
  } catch (error) {
    // If somebody has signed in meanwhile, the failure no longer matters.
    if (!identity.currentUser())
      useAuthStore.setState({ signOutFailure: messageOf(error, 'logout') });
  }
}

function welcome(identityUser: IdentityUser): void {
  const { user } = useAuthStore.getState();
  const { currentOrganization } = useOrgStore.getState();
  // An organization with its own API URL is not restored from the cache. Only the server can say which URL to call.
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

/** Key that changes exactly when the guards can decide differently. */
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
