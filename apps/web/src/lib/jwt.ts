/** Storage key of the user's access token. The specification prescribes `jwt`. */
const storageKey = 'jwt';

export function readToken(): string | null {
  return localStorage.getItem(storageKey);
}

let onStored = (): void => {};

/** Sets the listener that informs the rest of the dashboard about a new token. */
export function whenTokenStored(listener: () => void): void {
  onStored = listener;
}

export function storeToken(token: string | null): void {
  if (token === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, token);
  onStored();
}

export interface TokenClaims {
  sub: string;
  email?: string;
  /** Seconds since 1970, as defined for JWTs. */
  exp: number;
}

/**
 * Decodes the payload of a token without verifying it, which is enough for planning its refresh. Null if the text is not a
 * JWT.
 */
export function claimsOf(token: string): TokenClaims | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(claims) ? claims : null;
  } catch {
    return null;
  }
}

function isClaims(value: unknown): value is TokenClaims {
  return (
    typeof value === 'object' &&
    value !== null &&
    'sub' in value &&
    typeof value.sub === 'string' &&
    'exp' in value &&
    typeof value.exp === 'number'
  );
}
