/**
 * The identity library, configured for our database. It keeps users, sessions, accounts and keys;
 * its HTTP interface and errors are ours (auth.routes.ts).
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

/** A session ends after a day without a call for a token, and after two weeks whatever happens. */
const sessionIdleS = 24 * hourS;
export const sessionLifetimeMaxS = 14 * 24 * hourS;

export const authPath = '/api/auth';

/** Carries the address of the caller to the library; never taken from the network. */
export const callerAddressHeader = 'x-parley-caller';

export type Auth = ReturnType<typeof createAuth>;

/**
 * Exposes only those functions of the library that we call. Its router would serve all of its endpoints, bypassing our limits
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
    // Ours count per address and per account; the library's would count twice.
    rateLimit: { enabled: false },
    logger: {
      level: 'warn',
      // What it calls an error is mostly somebody else's: a forged answer, a stale link.
      log: (_level, message) => log.warn({ library: 'better-auth' }, message),
    },
    database: drizzleAdapter(db, { provider: 'pg', schema, transaction: true }),
    advanced: {
      cookiePrefix: 'parley',
      // The session travels to these paths alone; the API takes nothing but bearer tokens.
      defaultCookieAttributes: { path: authPath },
      // Not 'uuid': that mode would replace the ids which make a SAML assertion work only once.
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [callerAddressHeader] },
      // By default the library checks origins everywhere but in tests.
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
    // Hashed: whoever reads the database can follow no mailed link.
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      maxPasswordLength: passwordLengthMax,
      // Accounts are made by create-password-account.ts, whose hash does not hold up the database.
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
            // Through the library's adapter, because this may run inside its transaction.
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
