import { identity as endpoints } from '@parley/contract';
import { call } from '#/lib/api.ts';
import { identity } from '#/lib/identity/current-identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { holdWhile, settled } from '#/lib/session/session.ts';

/** Holds the code after it was removed from the URL, until it is sent. Never stored. */
let kept = '';

/** Keeps the code from the URL that the server printed. */
export function keepLocalCode(code: string): void {
  kept = code;
}

const running = new Map<string, Promise<string | undefined>>();

/**
 * Signs in as any user, which only a server on the same machine allows. Resolves with an error message on failure. Uses the
 * code from the URL if `code` is not given.
 */
export function signInAsUser(userId: string, code = kept): Promise<string | undefined> {
  const attempt = `${userId} ${code}`;
  const signingIn =
    running.get(attempt) ?? signIn(userId, code).finally(() => running.delete(attempt));
  running.set(attempt, signingIn);
  return signingIn;
}

async function signIn(userId: string, code: string): Promise<string | undefined> {
  try {
    await holdWhile(async () => {
      const { authToken } = await call(endpoints.getLoginToken, {
        params: { userId },
        headers: code === '' ? {} : { [endpoints.localCodeHeader]: code },
      });
      await identity.signInWithCustomToken(authToken);
    });
    await settled();
    return undefined;
  } catch (error) {
    return messageOf(error, 'login');
  }
}
