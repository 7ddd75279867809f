import { identity as endpoints } from '@parley/contract';
import { ApiRequestError, call } from '#/lib/api.ts';
import { identity } from '#/lib/identity/current-identity.ts';
import { AccessError, messageOf } from '#/lib/identity/messages.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { holdWhile } from '#/lib/session/session.ts';

/** Parameters with which IBM redirects back. */
export interface IbmReturn {
  code: string;
  /** State parameter, which is the instance ID; empty if there was none. */
  instanceId: string;
}

/** Key in the session storage. The nonce proves to the server that this tab began the sign-in. */
const nonceKey = 'parley-ibm-nonce';

/** Holds the parameters after they were removed from the URL, until they are used. Never stored. */
let kept: IbmReturn | null = null;

export function keepIbmReturn(answer: IbmReturn): void {
  kept = answer;
}

/** Redirects to IBM's page. Resolves with an error message if that failed. */
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

/** Takes the nonce out of the storage, since it is valid for one response only. */
function takeNonce(): string | null {
  const nonce = sessionStorage.getItem(nonceKey);
  sessionStorage.removeItem(nonceKey);
  return nonce;
}

export interface IbmOutcome {
  wasTried: boolean;
  failure?: string;
}

/** Exchanges the stored values for a session; a code works once and is exchanged once. */
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
