import { identity as endpoints } from '@parley/contract';
import { ApiRequestError, call } from '#/lib/api.ts';
import { identity } from '#/lib/identity/current-identity.ts';
import { AccessError, messageOf } from '#/lib/identity/messages.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { holdWhile } from '#/lib/session/session.ts';

/** Parameters of IBM's redirect back to Parley. */
export interface IbmReturn {
  code: string;
  /** The `state` parameter, which is the instance id; empty if there was none. */
  instanceId: string;
}

/** Session storage key of the nonce, which proves to the server that this tab began the sign-in. */
const nonceKey = 'parley-ibm-nonce';

/** Keeps the parameters in memory after they were removed from the URL, until they are used. */
let kept: IbmReturn | null = null;

export function keepIbmReturn(answer: IbmReturn): void {
  kept = answer;
}

/** Redirects to IBM's page. Resolves to an error message on failure. */
export async function leaveForIbm(instanceId: string): Promise<string | undefined> {
  try {
    const { address, nonce } = await call(endpoints.startIbmLogin, { body: { instanceId } });
    sessionStorage.setItem(nonceKey, nonce);
    location.assign(address);
    return undefined;
  } catch (error) {
    const isAway = error instanceof ApiRequestError && error.code === 'unavailable';
    return isAway ? 'Failed to reach IBM. Please try again later.' : messageOf(error, 'ibm');
  }
}

/** Removes the nonce from the storage, because it is valid for one response only. */
function takeNonce(): string | null {
  const nonce = sessionStorage.getItem(nonceKey);
  sessionStorage.removeItem(nonceKey);
  return nonce;
}

export interface IbmOutcome {
  wasTried: boolean;
  failure?: string;
}

/** Exchanges the kept parameters for a session. A code works only once, so it is sent only once. */
export async function spendIbmReturn(): Promise<IbmOutcome> {
  const answer = kept;
  if (answer === null) return { wasTried: false };
  kept = null;
  try {
    await holdWhile(() => exchange(answer));
    return { wasTried: true };
  } catch (error) {
    return { wasTried: true, failure: messageOf(error, 'ibm') };
  }
}

async function exchange({ code, instanceId }: IbmReturn): Promise<void> {
  if (instanceId === '') throw new AccessError('Invalid IBM instance ID');
  const nonce = takeNonce();
  if (nonce === null) throw new Error('This tab has not begun to sign in with IBM');
  const { authToken, isNewUser } = await call(endpoints.signInWithIbm, {
    body: { code, instanceId, nonce },
  });
  await identity.signInWithCustomToken(authToken);
  useAuthStore.setState({ ibm: { instanceId, isNewUser } });
}
