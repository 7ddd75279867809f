import { identity } from '#/lib/identity/current-identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { holdWhile } from '#/lib/session/session.ts';

/** Keeps the token in memory after it was removed from the URL, until it is used. */
let kept: string | null = null;

export function keepToken(token: string): void {
  kept = token;
}

/** Signs in with the kept token, if any. Resolves to an error message on failure. */
export async function spendKeptToken(): Promise<string | undefined> {
  const token = kept;
  if (token === null) return undefined;
  kept = null;
  try {
    await holdWhile(() => identity.signInWithCustomToken(token));
    return undefined;
  } catch (error) {
    return messageOf(error, 'login');
  }
}
