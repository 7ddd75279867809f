import { IdentityError, withoutCode } from './identity.ts';

export const corporateEmailsOnly =
  'We only offer free trials for users with corporate emails. Please register using your company email to receive a free trial.';

const texts: Readonly<Record<string, string>> = {
  'auth/invalid-email': 'Invalid email address format.',
  'auth/user-disabled': 'This account has been disabled. Please contact support.',
  'auth/user-not-found':
    'No account found with this email. Please check your credentials or sign up.',
  'auth/wrong-password': 'Password is incorrect.',
  'auth/invalid-login-credentials':
    'Invalid login credentials. Please check your email and password.',
  'auth/company-email-needed': corporateEmailsOnly,
  'auth/sign-up-closed':
    'New accounts need an invitation. Ask an administrator of your organization.',
  'auth/email-already-in-use': 'This email is already registered. Please sign in instead.',
  'auth/operation-not-allowed':
    'Invalid company name or operation not allowed. Please check and try again.',
  'auth/weak-password': 'Please choose a stronger password.',
  'auth/requires-recent-login': 'Please sign in again before changing your password.',
  'auth/too-many-requests':
    'Too many failed login attempts. Please try again later or reset your password.',
  'auth/too-many-reset-mails':
    'No email was sent, because several were requested for this address within an hour. Look for the earlier ones, also in your spam folder, or try again later.',
  'auth/network-request-failed':
    'Network error. Please check your internet connection and try again.',
};

const anythingElse = 'Authentication failed. Please try again.';

/** Default message of each flow, for failures without a code. */
const fallbacks = {
  signUp: 'Sign up failed. Please try again.',
  login: 'Login failed. Please try again.',
  google: 'Google login failed. Please try again.',
  logout: 'Logout failed. Please try again.',
  passwordReset: 'Password reset failed. Please try again.',
  passwordChange: 'Password change failed. Please try again.',
  sso: 'SSO login failed. Please try again.',
  ibm: 'IBM authentication failed',
} as const;

export type Flow = keyof typeof fallbacks;

/** A failure whose message can be shown to users. */
export class AccessError extends Error {
  override readonly name = 'AccessError';
}

export function messageForCode(code: string): string {
  return texts[code] ?? anythingElse;
}

/** Message for a failure: the text of its code, the message of an AccessError, or the default of the flow. */
export function messageOf(error: unknown, flow: Flow): string {
  if (error instanceof IdentityError && error.code !== withoutCode) {
    return messageForCode(error.code);
  }
  if (error instanceof AccessError && error.message) return error.message;
  return fallbacks[flow];
}
