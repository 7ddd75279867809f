import { identity as endpoints } from '@parley/contract';
import { call } from '#/lib/api.ts';
import { identity } from '#/lib/identity/current-identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { holdWhile, settled } from '#/lib/session/session.ts';

const running = new Map<string, Promise<string | undefined>>();

/** Signs in as any user, which only a server on a developer's own machine allows. Tells what failed. */
export function signInAsUser(userId: string): Promise<string | undefined> {
  const signingIn = running.get(userId) ?? signIn(userId).finally(() => running.delete(userId));
  running.set(userId, signingIn);
  return signingIn;
}

async function signIn(userId: string): Promise<string | undefined> {
  try {
    await holdWhile(async () => {
      const { authToken } = await call(endpoints.getLoginToken, { params: { userId } });
      await identity.signInWithCustomToken(authToken);
    });
    await settled();
    return undefined;
  } catch (error) {
    return messageOf(error, 'login');
  }
}
