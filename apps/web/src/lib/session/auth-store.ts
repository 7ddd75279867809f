import type { User } from '@parley/contract';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { readToken, whenTokenStored } from '../jwt.ts';

/** A user as the server tells, which knows of no token in its records, with the one that this browser holds. */
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
  /** A sign-in is not through with its own checks; nobody is moved on before. */
  isHeld: boolean;
  isPasswordUpdating: boolean;
  /** Why the signed-in user could not be loaded; the loading screen offers another try. */
  failure: string | null;
  /** Why the server may still hold the session of somebody who logged out; the pages on the way in tell it. */
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

/** What was stored may be older than the token, which another tab may have renewed. */
function withCurrentToken(state: AuthState): AuthState {
  return state.user ? { ...state, user: withToken(state.user) } : state;
}

whenTokenStored(() => useAuthStore.setState(withCurrentToken));

/** What the server says of whoever is signed in. */
export function keepUser(user: User): void {
  useAuthStore.setState({ user: withToken(user) });
}

export function clearAuth(): void {
  useAuthStore.setState(signedOut);
}
