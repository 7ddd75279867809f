import { identity as endpoints } from '@parley/contract';
import { FirebaseError, initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  inMemoryPersistence,
  onIdTokenChanged,
  reauthenticateWithCredential,
  SAMLAuthProvider,
  sendPasswordResetEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithPopup,
  type User,
  type UserCredential,
  updatePassword,
} from 'firebase/auth';
import { call } from '../api.ts';
import { storeToken } from '../jwt.ts';
import { codeOfCall } from './code-of-call.ts';
import { type Identity, IdentityError, type IdentityUser, isIdentityCode } from './identity.ts';
import { rememberedUser, rememberUser } from './remembered-user.ts';

/** Firebase configuration in the page. None of it is secret. */
export interface FirebaseFacts {
  projectId: string;
  apiKey: string;
  authDomain: string;
  /** Address of the Auth emulator; null for the real service. */
  emulatorUrl: string | null;
}

type Listener = (user: IdentityUser | null) => void;

/**
 * Identity provider for the accounts of a Firebase project, whose id tokens are the API's access tokens. The server maps them
 * to Parley users. Resolves when the signed-in user is known.
 */
export async function firebaseIdentity(facts: FirebaseFacts): Promise<Identity> {
  const auth = openProject(facts, 'parley', [indexedDBLocalPersistence, browserLocalPersistence]);
  // The account of a SAML popup is only exchanged for a custom token. It must not become the signed-in account.
  const samlAuth = openProject(facts, 'parley-saml', [inMemoryPersistence]);
  const listeners = new Set<Listener>();
  let user: IdentityUser | null = null;
  let entering: { uid: string; done: Promise<IdentityUser> } | null = null;

  const setUser = (next: IdentityUser | null): void => {
    const before = user;
    user = next;
    if (before?.id === next?.id) return;
    for (const listener of listeners) listener(next);
  };

  const leave = (): void => {
    storeToken(null);
    rememberUser(null);
    setUser(null);
  };

  /** Shares one request per account, because the library announces a sign-in before it has finished. */
  const enter = (account: User): Promise<IdentityUser> => {
    if (entering?.uid !== account.uid) {
      const done = ask(account).finally(() => {
        entering = null;
      });
      entering = { uid: account.uid, done };
    }
    return entering.done;
  };

  const ask = async (account: User): Promise<IdentityUser> => {
    try {
      const token = await account.getIdToken();
      const signedIn = await call(endpoints.getAccessToken, { headers: bearing(token) });
      const { id, email } = signedIn.user;
      storeToken(token);
      rememberUser({ uid: account.uid, user: { id, email } });
      setUser({ id, email });
      return { id, email };
    } catch (cause) {
      // Sign out of Firebase again if Parley refuses the account.
      await auth.signOut().catch(() => {});
      throw errorOf(cause);
    }
  };

  const adopt = async (signingIn: Promise<UserCredential>): Promise<IdentityUser> => {
    const { user: account } = await withCodes(signingIn);
    return enter(account);
  };

  const prove = async (password: string): Promise<User> => {
    const account = auth.currentUser;
    if (!account?.email) throw new IdentityError('auth/requires-recent-login');
    const credential = EmailAuthProvider.credential(account.email, password);
    await withCodes(reauthenticateWithCredential(account, credential));
    return account;
  };

  await auth.authStateReady();
  const returning = auth.currentUser;
  const known = returning && rememberedUser(returning.uid);
  if (known) user = known;
  else if (returning) await enter(returning).catch(() => {});
  else storeToken(null);

  // Another tab signed in or out, or the library has a new token.
  onIdTokenChanged(auth, (account) => {
    if (!account) leave();
    else if (user && rememberedUser(account.uid)) void account.getIdToken().then(storeToken);
    else void enter(account).catch(() => {});
  });

  return {
    onUserChanged(listener) {
      listeners.add(listener);
      listener(user);
      return () => listeners.delete(listener);
    },
    currentUser: () => user,
    signInWithPassword: (email, password) =>
      adopt(signInWithEmailAndPassword(auth, email, password)),
    signUpWithPassword: (email, password) =>
      adopt(createUserWithEmailAndPassword(auth, email, password)),
    signInWithGoogle: () => adopt(signInWithPopup(auth, new GoogleAuthProvider())),
    async openSamlPopup(provider) {
      const popup = signInWithPopup(samlAuth, new SAMLAuthProvider(provider));
      const { user: account } = await withCodes(popup);
      const proof = await account.getIdToken();
      await samlAuth.signOut();
      return { email: account.email, proof };
    },
    signInWithCustomToken: (token) => adopt(signInWithCustomToken(auth, token)),
    async sendPasswordReset(email) {
      try {
        await withCodes(sendPasswordResetEmail(auth, email));
      } catch (error) {
        // Don't reveal whether an account exists.
        if (!(error instanceof IdentityError && error.code === 'auth/user-not-found')) throw error;
      }
    },
    resetPassword: (token, newPassword) =>
      withCodes(confirmPasswordReset(auth, token, newPassword)),
    async changePassword(currentPassword, newPassword) {
      const account = await prove(currentPassword);
      await withCodes(updatePassword(account, newPassword));
      storeToken(await withCodes(account.getIdToken(true)));
    },
    async provePassword(password) {
      const account = await prove(password);
      storeToken(await withCodes(account.getIdToken(true)));
    },
    async refreshToken() {
      const account = auth.currentUser;
      if (!account) return false;
      try {
        const token = await withCodes(account.getIdToken(true));
        // Firebase does not know if Parley deleted the account or ended all its sessions.
        await withCodes(call(endpoints.getAccessToken, { headers: bearing(token) }));
        storeToken(token);
        return true;
      } catch (error) {
        if (!(error instanceof IdentityError) || !sessionOver.has(error.code)) throw error;
        await auth.signOut();
        return false;
      }
    },
    async signOut() {
      leave();
      await withCodes(auth.signOut());
    },
  };
}

const sessionOver: ReadonlySet<string> = new Set([
  'auth/user-token-expired',
  'auth/invalid-user-token',
  'auth/user-disabled',
  'auth/user-not-found',
]);

const bearing = (token: string) => ({ Authorization: `Bearer ${token}` });

function openProject(
  { emulatorUrl, ...options }: FirebaseFacts,
  name: string,
  persistence: (typeof inMemoryPersistence)[],
): Auth {
  const popupRedirectResolver = browserPopupRedirectResolver;
  const auth = initializeAuth(initializeApp(options, name), { persistence, popupRedirectResolver });
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return auth;
}

async function withCodes<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (cause) {
    throw errorOf(cause);
  }
}

function errorOf(cause: unknown): IdentityError {
  if (cause instanceof IdentityError) return cause;
  if (!(cause instanceof FirebaseError)) return new IdentityError(codeOfCall(cause), { cause });
  const code = isIdentityCode(cause.code) ? cause.code : 'auth/internal-error';
  // Projects with email enumeration protection send a newer code for the same error.
  const isHidden = code === 'auth/invalid-credential';
  return new IdentityError(isHidden ? 'auth/invalid-login-credentials' : code, { cause });
}
