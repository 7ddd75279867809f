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
  /** The identity provider has said whether somebody is signed in. */
  isChecked: boolean;
  /** The user and their organizations are being loaded. */
  isLoading: boolean;
  /** A sign-in still performs its own checks; nobody is redirected before. */
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

/** The signed-in user. Stored under `auth`, with data from IBM and nothing else. */
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

/** The stored state may be older than the token, which another tab may have renewed. */
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
