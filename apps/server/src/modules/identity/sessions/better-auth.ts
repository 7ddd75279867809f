/**
 * The identity library, configured for our database. It manages users, sessions, accounts and keys; the HTTP interface and
 * errors are ours (auth.routes.ts).
 */

import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { jwt } from 'better-auth/plugins';
import * as schema from '../../../db/schema/index.ts';
import { hasEnoughMails } from '../../../platform/mail/mail.ts';
import type { Platform } from '../../../platform/platform.ts';
import { newId } from '../../../platform/security/ids.ts';
import { libraryHashing } from '../passwords/password-hashing.ts';
import { passwordLengthMax } from '../passwords/password-rule.ts';
import { passwordWasReset } from '../users/identity.queries.ts';
import { resetPasswordMail } from '../users/mails.ts';
import { samlServiceProvider } from './saml-assertions.ts';
import { signInAs } from './sign-in-as.ts';

const hourS = 3600;

/** A session ends after a day in which no access token was requested, and after two weeks in any case. */
const sessionIdleS = 24 * hourS;
export const sessionLifetimeMaxS = 14 * 24 * hourS;

export const authPath = '/api/auth';

/** Passes the client's address to the library. Never taken from the request's own headers. */
export const callerAddressHeader = 'x-parley-caller';

export type Auth = ReturnType<typeof createAuth>;

/**
 * Exposes only the library functions that we call. The library's router would serve all of its endpoints, bypassing our limits
 * and the lockout. A function takes values, never a path.
 */
export function createAuth(platform: Platform) {
  const { api, $context } = setUpLibrary(platform);
  return {
    context: $context,
    api: {
      acsEndpoint: api.acsEndpoint,
      changePassword: api.changePassword,
      getSession: api.getSession,
      requestPasswordReset: api.requestPasswordReset,
      resetPassword: api.resetPassword,
      signInAs: api.signInAs,
      signInEmail: api.signInEmail,
      signInSSO: api.signInSSO,
      signJWT: api.signJWT,
      signOut: api.signOut,
      spMetadata: api.spMetadata,
    },
  };
}

function setUpLibrary({ config, db, log, mail }: Platform) {
  return betterAuth({
    appName: 'Parley',
    baseURL: config.publicUrl,
    basePath: authPath,
    secret: config.secret,
    trustedOrigins: [new URL(config.publicUrl).origin],
    telemetry: { enabled: false },
    // Our limits count per address and per account; the library's would count again.
    rateLimit: { enabled: false },
    logger: {
      level: 'warn',
      // Most of what the library logs as errors are invalid requests, such as forged responses and outdated links.
      log: (_level, message) => log.warn({ library: 'better-auth' }, message),
    },
    database: drizzleAdapter(db, { provider: 'pg', schema, transaction: true }),
    advanced: {
      cookiePrefix: 'parley',
      // Browsers send the session only to these paths; the rest of the API accepts only bearer tokens.
      defaultCookieAttributes: { path: authPath },
      // Not 'uuid': that mode would replace the ids that make a SAML assertion work only once.
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [callerAddressHeader] },
      // By default, the library checks origins except in tests.
      disableOriginCheck: false,
    },
    user: {
      modelName: 'users',
      additionalFields: { disabledAt: { type: 'date', required: false, input: false } },
    },
    session: {
      modelName: 'sessions',
      expiresIn: sessionIdleS,
      updateAge: hourS,
      additionalFields: {
        providerOrganizationId: { type: 'string', required: false, input: false },
      },
    },
    account: { modelName: 'accounts' },
    // Hashed, so that someone who reads the database cannot use emailed links.
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      maxPasswordLength: passwordLengthMax,
      // create-password-account.ts creates accounts, because it hashes the password before its transaction.
      disableSignUp: true,
      password: libraryHashing,
      resetPasswordTokenExpiresIn: hourS,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => passwordWasReset(db, user),
      sendResetPassword: async ({ user, token }) => {
        const letter = resetPasswordMail(config.publicUrl, user.email, token);
        if (!(await hasEnoughMails(db, letter))) await mail.queueMail(db, letter);
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => {
            // Uses the library's adapter, because this may run inside its transaction.
            const user = await context?.context.internalAdapter.findUserById(session.userId);
            if (user && 'disabledAt' in user && user.disabledAt) {
              throw new APIError('FORBIDDEN', { code: 'USER_DISABLED' });
            }
          },
        },
      },
    },
    plugins: [
      jwt({
        jwks: { keyPairConfig: { alg: 'RS256', modulusLength: 2048 } },
        jwt: { issuer: config.publicUrl, audience: config.publicUrl, expirationTime: '1h' },
      }),
      signInAs(),
      samlServiceProvider(),
    ],
  });
}
