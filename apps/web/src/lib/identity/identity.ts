/**
 * Interface to the service that manages accounts and passwords. Adapters: `embedded-identity.ts` (the server's own) and, by
 * configuration, `firebase-identity.ts`. Every failure is an IdentityError with a stable `auth/...` code; `messages.ts` has
 * the texts.
 */
export interface IdentityUser {
  id: string;
  email: string | null;
}

/**
 * The result of a SAML popup. An address alone grants nothing: the proof is a cookie of the server,
 * or Firebase's signature.
 */
interface SamlAnswer {
  email: string | null;
  proof?: string;
}

export interface Identity {
  /** Calls back once with the user signed in at the start, then on every change. */
  onUserChanged(listener: (user: IdentityUser | null) => void): () => void;
  currentUser(): IdentityUser | null;
  signInWithPassword(email: string, password: string): Promise<IdentityUser>;
  signUpWithPassword(email: string, password: string): Promise<IdentityUser>;
  signInWithGoogle(): Promise<IdentityUser>;
  /** `provider` is the specified name, derived from the company. The popup itself does not sign the user in. */
  openSamlPopup(provider: string): Promise<SamlAnswer>;
  signInWithCustomToken(token: string): Promise<IdentityUser>;
  sendPasswordReset(email: string): Promise<void>;
  /** Uses up the token from the mailed link. */
  resetPassword(token: string, newPassword: string): Promise<void>;
  /** Proves the current password first, then sets the new one. */
  changePassword(currentPassword: string, newPassword: string): Promise<void>;
  /** Confirms the user's identity again before an action that cannot be undone. */
  provePassword(password: string): Promise<void>;
  /** Gets a new access token and stores it; false if the session is over. */
  refreshToken(): Promise<boolean>;
  signOut(): Promise<void>;
}

export type IdentityCode = `auth/${string}`;

/** Code of failures without one. The failed flow shows its own message. */
export const withoutCode: IdentityCode = 'auth/without-code';

export function isIdentityCode(code: string | undefined): code is IdentityCode {
  return code?.startsWith('auth/') ?? false;
}

export class IdentityError extends Error {
  override readonly name = 'IdentityError';
  readonly code: IdentityCode;

  constructor(code: IdentityCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
