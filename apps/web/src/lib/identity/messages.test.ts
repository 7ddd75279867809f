import { expect, it } from 'vitest';
import { IdentityError, withoutCode } from './identity.ts';
import { AccessError, messageForCode, messageOf } from './messages.ts';

/** All flows that can fail with a code. */
const flows = [
  'signUp',
  'login',
  'google',
  'logout',
  'passwordReset',
  'passwordChange',
  'sso',
  'ibm',
] as const;

it.each([
  ['A-342', 'auth/invalid-email', 'Invalid email address format.'],
  ['A-343', 'auth/user-disabled', 'This account has been disabled. Please contact support.'],
  [
    'A-344',
    'auth/user-not-found',
    'No account found with this email. Please check your credentials or sign up.',
  ],
  ['A-345', 'auth/wrong-password', 'Password is incorrect.'],
  [
    'A-346',
    'auth/invalid-login-credentials',
    'Invalid login credentials. Please check your email and password.',
  ],
  [
    'A-347',
    'auth/email-already-in-use',
    'This email is already registered. Please sign in instead.',
  ],
  [
    'A-348',
    'auth/operation-not-allowed',
    'Invalid company name or operation not allowed. Please check and try again.',
  ],
  ['A-349', 'auth/weak-password', 'Please choose a stronger password.'],
  ['A-350', 'auth/requires-recent-login', 'Please sign in again before changing your password.'],
  [
    'A-351',
    'auth/too-many-requests',
    'Too many failed login attempts. Please try again later or reset your password.',
  ],
  [
    'A-352',
    'auth/network-request-failed',
    'Network error. Please check your internet connection and try again.',
  ],
  [
    'A-267',
    'auth/company-email-needed',
    'We only offer free trials for users with corporate emails. Please register using your company email to receive a free trial.',
  ],
  ['A-353', 'auth/internal-error', 'Authentication failed. Please try again.'],
  ['A-353', 'auth/toString', 'Authentication failed. Please try again.'],
] as const)('[%s] says for %s: %s', (_, code, text) => {
  expect(messageForCode(code)).toBe(text);
  for (const flow of flows) expect(messageOf(new IdentityError(code), flow), flow).toBe(text);
});

it.each(flows)('[A-353] says the same of an unknown code whatever failed: %s', (flow) => {
  const told = messageOf(new IdentityError('auth/internal-error'), flow);
  expect(told).toBe('Authentication failed. Please try again.');
});

it('prefers the text of the code, then our own message, then the fallback of the flow', () => {
  expect(messageOf(new IdentityError('auth/wrong-password'), 'login')).toBe(
    'Password is incorrect.',
  );
  expect(messageOf(new AccessError('No email found in SAML response'), 'sso')).toBe(
    'No email found in SAML response',
  );
  expect(messageOf(new Error('socket hang up'), 'sso')).toBe('SSO login failed. Please try again.');
  expect(messageOf(new IdentityError(withoutCode), 'signUp')).toBe(
    'Sign up failed. Please try again.',
  );
});
