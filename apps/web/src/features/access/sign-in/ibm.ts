import { identity as endpoints } from '@parley/contract';
import { call } from '#/lib/api.ts';
import { identity } from '#/lib/identity/current-identity.ts';
import { AccessError, messageOf } from '#/lib/identity/messages.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { holdWhile } from '#/lib/session/session.ts';

/** What IBM sends people back with. The state begins with the instance id; the server wrote the rest. */
export interface IbmReturn {
  code: string;
  state: string;
}

/** Between taking code and state out of the address and spending them. Never stored. */
let kept: IbmReturn | null = null;

/** Keeps what came back and gives the instance id, which may stay in the address. */
export function keepIbmReturn(answer: IbmReturn): string {
  kept = answer;
  return instanceOf(answer.state);
}

/** The server adds what binds IBM's answer to this browser and sends it on to IBM. */
export function ibmStartAddress(instanceId: string): string {
  return `${endpoints.ibmStartPath}?${new URLSearchParams({ instanceId })}`;
}

export interface IbmOutcome {
  wasTried: boolean;
  failure?: string;
}

/** Exchanges what was kept for a session; a code works once and is exchanged once. */
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

async function exchange({ code, state }: IbmReturn): Promise<void> {
  if (state === '') throw new AccessError('Invalid IBM instance ID');
  const { authToken, isNewUser } = await call(endpoints.signInWithIbm, {
    body: { code, instanceId: state },
  });
  await identity.signInWithCustomToken(authToken);
  useAuthStore.setState({ ibm: { instanceId: instanceOf(state), isNewUser } });
}

function instanceOf(state: string): string {
  const dot = state.lastIndexOf('.');
  return dot === -1 ? state : state.slice(0, dot);
}
