import { claimsOf, readToken } from '../jwt.ts';
import type { Identity } from './identity.ts';

const beforeExpiryMs = 5 * 60_000;
const retryAfterMs = 60_000;

/**
 * Refreshes the access token 5 minutes before it expires and retries a minute after a failure,
 * until it works or the session is over.
 */
export function startTokenRefresh(identity: Identity): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(refresh, Math.max(delayMs, 0));
  };
  const refresh = async () => {
    const isAlive = await identity.refreshToken().catch(() => 'unreachable' as const);
    if (isAlive === 'unreachable') plan(retryAfterMs);
    else if (isAlive) planNext(retryAfterMs);
  };
  // `leastMs`: a token that is nearly spent when it arrives must not make this spin.
  const planNext = (leastMs: number) => {
    const claims = claimsOf(readToken() ?? '');
    if (claims) plan(Math.max(claims.exp * 1000 - beforeExpiryMs - Date.now(), leastMs));
  };
  // Timers stand still while a machine sleeps.
  const onVisibility = () => {
    if (document.visibilityState === 'visible' && identity.currentUser()) planNext(0);
  };
  document.addEventListener('visibilitychange', onVisibility);
  const stopListening = identity.onUserChanged((user) => {
    clearTimeout(timer);
    if (user) planNext(0);
  });
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    stopListening();
  };
}
