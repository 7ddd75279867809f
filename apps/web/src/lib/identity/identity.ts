/**
 * Interface to the service that manages accounts and passwords. Implementations: `embedded-identity.ts` (the server's own
 * accounts) and, if configured, `firebase-identity.ts`. Every failure is an IdentityError with a stable `auth/...` code; the
 * texts are in `messages.ts`.
 */
export interface IdentityUser {
  id: string;
  email: string | null;
}

/**
 * Result of a SAML popup. The address alone grants nothing. The proof is a cookie from the server, or a token signed by
 * Firebase.
 */
interface SamlAnswer {
  email: string | null;
  proof?: string;
}

export interface Identity {
  /** Calls the listener once with the initial user, then after every change. Returns a function that unsubscribes. */
  onUserChanged(listener: (user: IdentityUser | null) => void): () => void;
  currentUser(): IdentityUser | null;
  signInWithPassword(email: string, password: string): Promise<IdentityUser>;
  signUpWithPassword(email: string, password: string): Promise<IdentityUser>;
  signInWithGoogle(): Promise<IdentityUser>;
  /**
   * `provider` is the specified name, derived from the company name. The popup itself does not sign the user in. A test by an
   * administrator fails with the reason, see `RefusedTest`.
   */
  openSamlPopup(provider: string, options?: { isTest?: boolean }): Promise<SamlAnswer>;
  signInWithCustomToken(token: string): Promise<IdentityUser>;
  sendPasswordReset(email: string): Promise<void>;
  /** Consumes the token of the emailed link. */
  resetPassword(token: string, newPassword: string): Promise<void>;
  /** Verifies the current password before setting the new one. */
  changePassword(currentPassword: string, newPassword: string): Promise<void>;
  /** Confirms the user's identity before an irreversible action. */
  provePassword(password: string): Promise<void>;
  /** Gets and stores a new access token. Resolves to false if the session is over. */
  refreshToken(): Promise<boolean>;
  signOut(): Promise<void>;
}

export type IdentityCode = `auth/${string}`;

/** Placeholder code of failures that have none. The flow then shows its own message. */
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

/** A connection test whose response the server refused. */
export class RefusedTest extends IdentityError {
  /** One of `samlRefusalReasons`. */
  readonly reason: string;
  /** Seconds by which the time of the response is off; 0 if that is not the reason. */
  readonly seconds: number;

  constructor(code: IdentityCode, reason: string, seconds: number) {
    super(code);
    this.reason = reason;
    this.seconds = seconds;
  }
}
