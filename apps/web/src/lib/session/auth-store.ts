import type { User } from '@parley/contract';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { readToken, whenTokenStored } from '../jwt.ts';

/** A user as the server returns it, with the token of this browser. */
interface SignedInUser extends User {
  token?: string | undefined;
}

/** IBM instance of a new customer. Kept until the profile is complete. */
export interface IbmOrigin {
  instanceId: string;
  isNewUser: boolean;
}

export interface AuthState {
  user: SignedInUser | null;
  ibm: IbmOrigin | null;
  /** True after the identity provider has reported whether somebody is signed in. */
  isChecked: boolean;
  /** True while the user and the organizations are being loaded. */
  isLoading: boolean;
  /** True while a sign-in performs its own checks. Nobody is redirected before they end. */
  isHeld: boolean;
  isPasswordUpdating: boolean;
  /** Why the signed-in user could not be loaded. The loading screen offers a retry. */
  failure: string | null;
  /** Why the server may still have a session after logging out. The sign-in pages show it. */
  signOutFailure: string | null;
}

const signedOut = { user: null, ibm: null, isLoading: false, failure: null, signOutFailure: null };

/** State of the signed-in user. Only the user and the IBM data are persisted, under `auth`. */
export const useAuthStore = create<AuthState>()(
  persist(
    (): AuthState => ({
      ...signedOut,
      isChecked: false,
      isHeld: false,
      isPasswordUpdating: false,
    }),
    {
      name: 'auth',
      partialize: ({ user, ibm }) => ({ user, ibm }),
      merge: (stored, initial) => withCurrentToken({ ...initial, ...(stored as object) }),
    },
  ),
);

function withToken(user: User): SignedInUser {
  return { ...user, token: readToken() ?? undefined };
}

/** Restores the current token, because another tab may have renewed it since the state was stored. */
function withCurrentToken(state: AuthState): AuthState {
  return state.user ? { ...state, user: withToken(state.user) } : state;
}

whenTokenStored(() => useAuthStore.setState(withCurrentToken));

/** Stores the server's data about the signed-in user. */
export function keepUser(user: User): void {
  useAuthStore.setState({ user: withToken(user) });
}

export function clearAuth(): void {
  useAuthStore.setState(signedOut);
}
