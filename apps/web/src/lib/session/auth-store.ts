import type { User } from '@parley/contract';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { readToken, whenTokenStored } from '../jwt.ts';

/** A user from the server, whose records contain no token, with the token of this browser. */
interface SignedInUser extends User {
  token?: string | undefined;
}

/** IBM instance of a customer; kept until their profile is complete. */
export interface IbmOrigin {
  instanceId: string;
  isNewUser: boolean;
}

export interface AuthState {
  user: SignedInUser | null;
  ibm: IbmOrigin | null;
  /** True once the identity provider has reported if somebody is signed in. */
  isChecked: boolean;
  /** The user and their organizations are being loaded. */
  isLoading: boolean;
  /** True while a sign-in performs its own checks; nobody is redirected until then. */
  isHeld: boolean;
  isPasswordUpdating: boolean;
  /** Why the signed-in user could not be loaded; the loading screen offers another try. */
  failure: string | null;
  /**
   * Why the server may still have the session of a user who logged out; shown on the sign-in pages.
   */
  signOutFailure: string | null;
}

const signedOut = { user: null, ibm: null, isLoading: false, failure: null, signOutFailure: null };

/** The signed-in user. Only the user and the data from IBM are stored, under `auth`. */
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

/** The server's data about the signed-in user. */
export function keepUser(user: User): void {
  useAuthStore.setState({ user: withToken(user) });
}

export function clearAuth(): void {
  useAuthStore.setState(signedOut);
}
