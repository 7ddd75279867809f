import { claimsOf, readToken } from '../jwt.ts';
import type { Identity } from './identity.ts';

const beforeExpiryMs = 5 * 60_000;
const retryAfterMs = 60_000;

/**
 * Refreshes the access token 5 minutes before it expires. If that fails, it retries every minute until it succeeds or the
 * session is over.
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
  // `leastMs` prevents a loop if a new token has nearly expired on arrival.
  const planNext = (leastMs: number) => {
    const claims = claimsOf(readToken() ?? '');
    if (claims) plan(Math.max(claims.exp * 1000 - beforeExpiryMs - Date.now(), leastMs));
  };
  // Timers stop while the computer sleeps.
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
