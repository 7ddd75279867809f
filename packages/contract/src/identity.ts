/** Users and how they sign in. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, id, name, role, timestamp } from './fields.ts';

/** As typed. The server normalizes the address, or refuses it with a specific code. */
const typedEmail = z.string().check(z.maxLength(1024));

export const onboardingDataSchema = z.object({
  organizationName: z.optional(z.string()),
  ibm: z.optional(z.object({ instanceId: z.string(), isNewUser: z.boolean() })),
});

/** A user. The dashboard can keep its own switches in `json`, for instance betaUser. */
export const userSchema = z.object({
  id,
  email,
  name: z.string(),
  avatar: z.nullable(z.string()),
  verified: z.boolean(),
  /**
   * True if the user entered the address after signing in with another one. Features that depend on the address wait until it
   * is verified.
   */
  hasUnprovenEmail: z.boolean(),
  memberOf: z.array(z.object({ id, name: z.string(), role })),
  createdAt: timestamp,
  jobTitle: z.nullable(z.string()),
  surveyCompleted: z.boolean(),
  onboardingData: onboardingDataSchema,
  json: z.record(z.string(), z.unknown()),
  loadTestingEnabled: z.boolean(),
  exploratoryTestingEnabled: z.boolean(),
  /** True if users at the domain of this address can create further organizations. */
  mayCreateOrganizations: z.boolean(),
  /** True if the user operates this installation and can see its state. */
  isOperator: z.boolean(),
  /**
   * The organization whose identity provider started this session. Such a session cannot open any other organization or change
   * the account as a whole. Null for every other sign-in.
   */
  providerOrganizationId: z.nullable(id),
});

export type User = z.output<typeof userSchema>;

/** The public information about a user id. */
export const publicUserSchema = z.object({ id, verified: z.boolean() });

/** Fields that users can change about themselves. Other fields of the request are ignored. */
export const updateUserInput = z.object({
  name: z.optional(name),
  jobTitle: z.optional(z.nullable(z.string().check(z.maxLength(120)))),
});

const jsonLengthMax = 16_384;

/** The properties that PATCH accepts, with their values. */
export const userProperties = {
  name,
  jobTitle: z.nullable(z.string().check(z.maxLength(120))),
  json: z.record(z.string().check(z.maxLength(64)), z.unknown()).check(
    z.refine((value) => JSON.stringify(value).length <= jsonLengthMax, {
      error: `At most ${jsonLengthMax} characters of JSON.`,
    }),
  ),
};

export type UserProperty = keyof typeof userProperties;

export const getUser = endpoint({
  method: 'GET',
  path: '/internal/v1/users/{id}',
  summary: 'Get a user: all fields of yourself, only id and verification of others',
  access: 'optional',
  response: z.union([userSchema, publicUserSchema]),
  limitPerMinute: 120,
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/internal/v1/users/{id}',
  summary: 'Update your profile',
  access: 'session',
  body: updateUserInput,
  response: userSchema,
});

export const patchUserProperty = endpoint({
  method: 'PATCH',
  path: '/internal/v1/users/{id}/property/{propertyName}',
  summary: 'Update one property of your profile',
  access: 'session',
  body: z.object({ value: z.unknown() }),
  response: userSchema,
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/{id}',
  summary: 'Delete your account',
  access: 'session',
  response: 'nothing',
  errors: ['last_owner', 'proof_needed', 'other_sign_in_needed'],
});

export const validateEmail = endpoint({
  method: 'POST',
  path: '/internal/v1/login/validateEmail',
  summary: 'Check if an address is refused, for example one of a free or disposable email provider',
  access: 'public',
  body: z.object({ email: typedEmail }),
  response: z.object({ isFreeMail: z.boolean(), isDisposable: z.boolean() }),
  errors: ['auth/invalid-email'],
  limitPerMinute: 60,
});

/** The signed-in user, with a token for `Authorization: Bearer` that is valid for one hour. */
export const signedInSchema = z.object({
  user: z.object({ id, email, name: z.string() }),
  token: z.string(),
});

/** The server checks length and strength, so that it can answer with a specific error code. */
const password = z.string().check(z.maxLength(4096));

const customToken = z.string().check(z.minLength(1), z.maxLength(512));

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  summary: 'Create an account with email and password, and sign in',
  access: 'public',
  body: z.object({
    email: typedEmail,
    password,
    name: z.optional(z.string().check(z.maxLength(120))),
  }),
  response: signedInSchema,
  status: 201,
  errors: [
    'auth/invalid-email',
    'auth/weak-password',
    'auth/company-email-needed',
    'auth/email-already-in-use',
  ],
  limitPerMinute: 20,
});

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in with email and password',
  access: 'public',
  body: z.object({ email: typedEmail, password }),
  response: signedInSchema,
  errors: [
    'auth/invalid-email',
    'auth/user-not-found',
    'auth/wrong-password',
    'auth/invalid-login-credentials',
    'auth/user-disabled',
    'auth/too-many-requests',
  ],
  limitPerMinute: 20,
});

export const signInWithToken = endpoint({
  method: 'POST',
  path: '/api/auth/custom-token',
  summary: 'Sign in with a custom token, which works once',
  access: 'public',
  body: z.object({ token: customToken }),
  response: signedInSchema,
  errors: ['auth/invalid-custom-token', 'auth/user-disabled'],
  limitPerMinute: 20,
});

export const getAccessToken = endpoint({
  method: 'GET',
  path: '/api/auth/token',
  summary: 'Issue a new access token for the session in the cookie',
  access: 'public',
  response: signedInSchema,
  errors: ['not_signed_in'],
});

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'End the session in the cookie; its access tokens become invalid',
  access: 'public',
  response: 'nothing',
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  summary: 'Send a link to set a new password; the response is the same for unknown addresses',
  access: 'public',
  body: z.object({ email: typedEmail }),
  response: 'nothing',
  errors: ['auth/invalid-email', 'auth/too-many-reset-mails'],
  limitPerMinute: 20,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with the token of the emailed link; ends all sessions',
  access: 'public',
  body: z.object({ token: customToken, newPassword: password }),
  response: 'nothing',
  errors: ['auth/invalid-action-code', 'auth/weak-password'],
  limitPerMinute: 20,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change the password; ends all other sessions',
  access: 'public',
  body: z.object({ currentPassword: password, newPassword: password }),
  response: signedInSchema,
  errors: ['auth/wrong-password', 'auth/weak-password', 'auth/requires-recent-login'],
  limitPerMinute: 20,
});

/** Proves the session for ten minutes; see `account.getProof`. */
export const provePassword = endpoint({
  method: 'POST',
  path: '/api/auth/prove-password',
  summary: 'Confirm your identity before an irreversible action',
  access: 'public',
  body: z.object({ password }),
  response: 'nothing',
  errors: ['auth/wrong-password', 'auth/requires-recent-login', 'auth/too-many-requests'],
  limitPerMinute: 20,
});

/** Sends at most three emails an hour. The status does not tell whether an email was sent or the limit was reached. */
export const sendVerificationEmail = endpoint({
  method: 'POST',
  path: '/internal/v1/users/{id}/sendVerificationEmail',
  summary: 'Send yourself the link that verifies your email address',
  access: 'session',
  response: z.object({ status: z.enum(['sent', 'already_verified']) }),
});

/** Takes the token of the emailed link. Only the secret part of the token counts, and it works once. */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/internal/v1/users/verify/',
  summary: 'Verify an email address with the token of the emailed link',
  access: 'public',
  query: z.object({ email: typedEmail }),
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  response: 'nothing',
  errors: ['invalid_token'],
  limitPerMinute: 30,
});

/** A custom token. `signInWithToken` accepts it once, within a minute. */
export const authTokenSchema = z.object({ authToken: z.string() });

/**
 * The proof is a cookie that the sign-in window got when the identity provider's response was verified; the email alone is
 * not enough. If Firebase keeps the accounts, `proof` is the id token of the SAML sign-in.
 */
export const tokenForSAML = endpoint({
  method: 'POST',
  path: '/internal/v1/users/tokenForSAML',
  summary: 'Exchange a SAML sign-in for a custom token',
  access: 'public',
  body: z.object({ email: typedEmail, proof: z.optional(z.string().check(z.maxLength(8192))) }),
  response: authTokenSchema,
  errors: ['invalid_token', 'auth/user-not-found', 'auth/user-disabled'],
  limitPerMinute: 20,
});

/** Header with the code that the server printed. The code is not in the URL, because proxies and logs keep URLs. */
export const localCodeHeader = 'x-parley-local-code';

export const getLoginToken = endpoint({
  method: 'GET',
  path: '/internal/v1/login/token/{userId}',
  summary: 'Get a custom token for any user; only available on the server’s own machine',
  access: 'public',
  response: authTokenSchema,
});

/** Sent as the `state` of OAuth, so it is printable ASCII. */
const instanceId = z
  .string()
  .check(z.minLength(1), z.maxLength(512), z.regex(/^[!-~]+$/, 'Not the id of an instance.'));

/** The tab that starts the sign-in keeps the nonce. IBM gets its hash and returns it in the id token. */
export const startIbmLogin = endpoint({
  method: 'POST',
  path: '/internal/v1/ibm/start',
  summary: 'Start an IBM login; returns the redirect and a nonce for the tab',
  access: 'public',
  body: z.object({ instanceId }),
  response: z.object({ address: z.string(), nonce: z.string() }),
  errors: ['auth/operation-not-allowed', 'unavailable'],
  limitPerMinute: 30,
});

/** `instanceId` is the `state` that IBM sent back; `nonce` is the nonce that the tab kept. Both work once. */
export const signInWithIbm = endpoint({
  method: 'POST',
  path: '/internal/v1/ibm/auth',
  summary: 'Exchange the code of an IBM login for a custom token',
  access: 'public',
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(2048)),
    instanceId,
    nonce: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
  response: z.extend(authTokenSchema, { isNewUser: z.boolean() }),
  errors: ['invalid_token', 'auth/operation-not-allowed'],
  limitPerMinute: 20,
});

export const getIntercomUserHash = endpoint({
  method: 'GET',
  path: '/internal/v1/helpers/intercomUserHash/{email}',
  summary: 'Get your identity proof for the support chat; empty without a chat',
  access: 'session',
  response: 'text',
  errors: ['not_allowed', 'other_sign_in_needed'],
});
