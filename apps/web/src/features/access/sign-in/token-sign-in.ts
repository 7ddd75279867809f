import { identity } from '#/lib/identity/current-identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { holdWhile } from '#/lib/session/session.ts';

/** Between taking a token out of the address and spending it. Never stored. */
let kept: string | null = null;

export function keepToken(token: string): void {
  kept = token;
}

/** Signs in with the kept token, if there is one. Resolves with what to say when that failed. */
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
