import { identity as endpoints } from '@parley/contract';
import { call } from '../api.ts';
import { claimsOf, readToken, storeToken } from '../jwt.ts';
import { codeOfCall, sessionOver } from './code-of-call.ts';
import { type Identity, IdentityError, type IdentityUser } from './identity.ts';
import { openSignInWindow } from './sign-in-window.ts';

type Listener = (user: IdentityUser | null) => void;

/**
 * The server's own identity provider. Its HttpOnly session cookie is limited to /api/auth and gets access tokens, the only
 * credentials that the rest of the API accepts.
 */
export function embeddedIdentity(): Identity {
  const listeners = new Set<Listener>();
  let user = userOf(readToken());

  const setToken = (token: string | null): void => {
    storeToken(token);
    const before = user;
    user = userOf(token);
    if (before?.id === user?.id) return;
    for (const listener of listeners) listener(user);
  };

  const adopt = async (signingIn: Promise<{ token: string }>): Promise<IdentityUser> => {
    const { token } = await withCodes(signingIn);
    setToken(token);
    if (!user) throw new IdentityError('auth/internal-error');
    return user;
  };

  // Another tab signed in or out.
  addEventListener('storage', ({ key }) => {
    if (key === 'jwt' || key === null) setToken(readToken());
  });

  return {
    onUserChanged(listener) {
      listeners.add(listener);
      listener(user);
      return () => listeners.delete(listener);
    },
    currentUser: () => user,
    signInWithPassword: (email, password) =>
      adopt(call(endpoints.signIn, { body: { email, password } })),
    signUpWithPassword: (email, password) =>
      adopt(call(endpoints.signUp, { body: { email, password } })),
    async signInWithGoogle() {
      await openSignInWindow('google');
      return adopt(call(endpoints.getAccessToken, {}));
    },
    openSamlPopup: (provider, options) => openSignInWindow(provider, options),
    signInWithCustomToken: (token) => adopt(call(endpoints.signInWithToken, { body: { token } })),
    sendPasswordReset: (email) =>
      withCodes(call(endpoints.requestPasswordReset, { body: { email } })),
    resetPassword: (token, newPassword) =>
      withCodes(call(endpoints.resetPassword, { body: { token, newPassword } })),
    async changePassword(currentPassword, newPassword) {
      await adopt(call(endpoints.changePassword, { body: { currentPassword, newPassword } }));
    },
    provePassword: (password) => withCodes(call(endpoints.provePassword, { body: { password } })),
    async refreshToken() {
      try {
        await adopt(call(endpoints.getAccessToken, {}));
        return true;
      } catch (error) {
        const code = error instanceof IdentityError && error.code;
        if (code !== sessionOver && code !== 'auth/user-disabled') throw error;
        setToken(null);
        return false;
      }
    },
    async signOut() {
      setToken(null);
      await withCodes(call(endpoints.signOut, {}));
    },
  };
}

/** Turns a failed call into an IdentityError. The contract's `auth/...` codes are passed through. */
async function withCodes<T>(calling: Promise<T>): Promise<T> {
  try {
    return await calling;
  } catch (cause) {
    throw new IdentityError(codeOfCall(cause), { cause });
  }
}

/** The user of a token. An expired token also counts, because it is refreshed immediately. */
function userOf(token: string | null): IdentityUser | null {
  const claims = token === null ? null : claimsOf(token);
  return claims && { id: claims.sub, email: claims.email ?? null };
}
