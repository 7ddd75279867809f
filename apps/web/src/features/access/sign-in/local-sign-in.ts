import { identity as endpoints } from '@parley/contract';
import { call } from '#/lib/api.ts';
import { identity } from '#/lib/identity/current-identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { holdWhile, settled } from '#/lib/session/session.ts';

/** Keeps the code in memory after it was removed from the URL, until it is sent. */
let kept = '';

/** Keeps the code that the server printed as part of the sign-in URL. */
export function keepLocalCode(code: string): void {
  kept = code;
}

const running = new Map<string, Promise<string | undefined>>();

/**
 * Signs in as any user, which only a server on the same machine allows. `code` defaults to the code from the URL. Resolves to
 * an error message on failure.
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
