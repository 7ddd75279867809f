/** Sign-in and sign-out, for the dashboard's own pages. The session is a cookie that browsers send only to these paths. */
import { identity as contract } from '@parley/contract';
import type { FastifyReply } from 'fastify';
import type { Database } from '../../platform/database/db.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { attemptSubject, countAttempt, forgetAttempts, markDevice } from './passwords/lockout.ts';
import { passwordHashing, withHashAhead } from './passwords/password-hashing.ts';
import { passwordIsStrong } from './passwords/password-rule.ts';
import { isStillProvider } from './saml/single-sign-on.queries.ts';
import { translatingErrors } from './sessions/auth-errors.ts';
import {
  answerSignedIn,
  beginSession,
  callerHeaders,
  openSession,
  readSession,
  sendCookies,
} from './sessions/auth-session.ts';
import { type Auth, authPath } from './sessions/better-auth.ts';
import { type OwnCookie, readCookie, sendCookie } from './sessions/cookies.ts';
import { requestPasswordResetJob } from './sessions/identity.jobs.ts';
import { requireOwnOrigin } from './sessions/own-origin.ts';
import { noteProof } from './sessions/recent-proof.ts';
import { createSignInWatch, type SignInWatch } from './sessions/sign-in-watch.ts';
import { signUp } from './sessions/sign-up.ts';
import { canonicalEmail, mailableEmail } from './users/canonical-email.ts';
import {
  endSessionOf,
  findPasswordHash,
  findPasswordHashOf,
  hasAccount,
  isMemberOf,
  withdrawAccess,
} from './users/identity.queries.ts';
import { spendToken } from './users/one-time-tokens.ts';
import { countResetRequest } from './users/reset-requests.ts';

/** Marks browsers that have signed in to an account before; see lockout.ts. */
const deviceCookie: OwnCookie = {
  name: 'parley.device',
  path: authPath,
  maxAgeS: 400 * 24 * 3600,
};

export function authRoutes(platform: Platform, auth: Auth): Route[] {
  const { config, log, queue } = platform;
  const watch = createSignInWatch(log);
  return [
    route(contract.signUp, async ({ scope, body, request, reply }) => {
      requireOwnOrigin(request, config.publicUrl);
      if (mailableEmail(body.email) === null) throw new ApiError('auth/invalid-email');
      const email = readEmail(body.email);
      requireStrongPassword(body.password);
      const userId = await signUp(platform, scope.db, { ...body, email });
      rememberDevice(reply, config, email);
      return beginSession(auth, { userId }, request, reply);
    }),

    route(contract.signIn, async ({ scope, body, request, reply }) => {
      requireOwnOrigin(request, config.publicUrl);
      if (config.hasRateLimits) watch.refuseBusyNetwork(request.ip);
      const email = readEmail(body.email);
      const subject = attemptSubject(config.secret, email, readCookie(request, deviceCookie));
      await enterAttempt(scope.db, subject, reply);
      const headers = callerHeaders(request);
      const hash = await findPasswordHashOf(scope.db, email);
      const begun = await translatingErrors(
        auth.api.signInEmail({
          body: { email, password: body.password },
          headers,
          returnHeaders: true,
        }),
      ).catch(async (error) => {
        throw await explainFailure(scope.db, { email, error, watch, config });
      });
      // A change of the password ends existing sessions, but this one may have started just afterwards, with the old password.
      if ((await findPasswordHashOf(scope.db, email)) !== hash) {
        await endSessionOf(scope.db, begun.response.token);
        const error = new ApiError('auth/invalid-login-credentials');
        throw await explainFailure(scope.db, { email, error, watch, config });
      }
      await forgetAttempts(scope.db, subject);
      rememberDevice(reply, config, email);
      return answerSignedIn(auth, reply, begun.headers);
    }),

    route(contract.signInWithToken, async ({ scope, body, request, reply }) => {
      requireOwnOrigin(request, config.publicUrl);
      const spent = await spendToken(scope.db, 'sign-in', body.token);
      if (!spent?.userId) throw new ApiError('auth/invalid-custom-token');
      const { userId, payload } = spent;
      const { organizationId, providerStamp } = payload;
      // A user who was removed meanwhile is no longer a member of the organization that the session is for.
      if (organizationId && !(await isMemberOf(scope.db, userId, organizationId)))
        throw new ApiError('auth/invalid-custom-token');
      const begun = await openSession(auth, { userId, organizationId }, request);
      // A change of the provider ends existing sessions, but this one may have started just afterwards, with the old settings.
      const origin = organizationId && { organizationId, ...(providerStamp && { providerStamp }) };
      if (origin && !(await isStillProvider(scope.db, origin))) {
        await endSessionOf(scope.db, begun.response.token);
        throw new ApiError('auth/invalid-custom-token');
      }
      return answerSignedIn(auth, reply, begun.headers);
    }),

    route(contract.getAccessToken, async ({ request, reply }) => {
      const { signedIn, headers } = await readSession(auth, callerHeaders(request));
      sendCookies(reply, headers);
      if (signedIn === null) throw new ApiError('not_signed_in');
      return signedIn;
    }),

    route(contract.signOut, async ({ request, reply }) => {
      requireOwnOrigin(request, config.publicUrl);
      const headers = callerHeaders(request);
      const ended = await auth.api.signOut({ headers, returnHeaders: true });
      sendCookies(reply, ended.headers);
      return undefined;
    }),

    route(contract.requestPasswordReset, async ({ scope, body, request, reply }) => {
      requireOwnOrigin(request, config.publicUrl);
      const email = readEmail(body.email);
      const waitS = await countResetRequest(scope.db, email);
      if (waitS > 0) {
        void reply.header('retry-after', String(waitS));
        throw new ApiError('auth/too-many-reset-mails');
      }
      await queue.send(scope.db, requestPasswordResetJob, { email });
      return undefined;
    }),

    route(contract.resetPassword, async ({ body, request }) => {
      requireOwnOrigin(request, config.publicUrl);
      requireStrongPassword(body.newPassword);
      await requireOpenLink(auth, body.token);
      const hash = await translatingErrors(passwordHashing.hash(body.newPassword));
      await translatingErrors(withHashAhead(hash, () => auth.api.resetPassword({ body })));
      return undefined;
    }),

    route(contract.changePassword, async ({ scope, body, request, reply }) => {
      requireOwnOrigin(request, config.publicUrl);
      requireStrongPassword(body.newPassword);
      const headers = callerHeaders(request);
      const { signedIn } = await readSession(auth, headers);
      if (signedIn === null) throw new ApiError('auth/requires-recent-login');
      // Counted separately from sign-ins, because strangers may have caused delays there.
      const subject = `${signedIn.user.email} change`;
      await enterAttempt(scope.db, subject, reply);
      const changed = await translatingErrors(
        auth.api.changePassword({
          body: { ...body, revokeOtherSessions: true },
          headers,
          returnHeaders: true,
        }),
      );
      await forgetAttempts(scope.db, subject);
      await withdrawAccess(scope.db, signedIn.user.id);
      return answerSignedIn(auth, reply, changed.headers);
    }),

    route(contract.provePassword, async ({ scope, body, request, reply }) => {
      requireOwnOrigin(request, config.publicUrl);
      const found = await auth.api.getSession({ headers: callerHeaders(request) });
      if (found === null) throw new ApiError('auth/requires-recent-login');
      const subject = `${found.user.email} change`;
      await enterAttempt(scope.db, subject, reply);
      const hash = await findPasswordHash(scope.db, found.user.id);
      const isRight =
        hash !== null &&
        (await translatingErrors(passwordHashing.verify({ hash, password: body.password })));
      if (!isRight) throw new ApiError('auth/wrong-password');
      await forgetAttempts(scope.db, subject);
      await noteProof(scope.db, found.session.id);
      return undefined;
    }),
  ];
}

function readEmail(text: string): string {
  const email = canonicalEmail(text);
  if (email === null) throw new ApiError('auth/invalid-email');
  return email;
}

function requireStrongPassword(password: string): void {
  if (!passwordIsStrong(password)) throw new ApiError('auth/weak-password');
}

/**
 * Refuses an invalid link before the new password is hashed, which is expensive. The library later checks the link's expiry and
 * uses it up.
 */
async function requireOpenLink(auth: Auth, token: string): Promise<void> {
  const { internalAdapter } = await auth.context;
  if (!(await internalAdapter.findVerificationValue(`reset-password:${token}`))) {
    throw new ApiError('auth/invalid-action-code');
  }
}

function rememberDevice(
  reply: FastifyReply,
  { secret, publicUrl }: { secret: string; publicUrl: string },
  email: string,
): void {
  sendCookie(reply, publicUrl, deviceCookie, markDevice(secret, email));
}

async function enterAttempt(db: Database, subject: string, reply: FastifyReply): Promise<void> {
  const waitS = await countAttempt(db, subject);
  if (waitS === 0) return;
  void reply.header('retry-after', String(waitS));
  throw new ApiError('auth/too-many-requests');
}

interface Failure {
  email: string;
  error: unknown;
  watch: SignInWatch;
  config: { signIn: { hasGenericErrors: boolean } };
}

/**
 * Returns the error to send. Unless errors are generic, it tells an unknown email from a wrong password, because the
 * specification has a text for each.
 */
async function explainFailure(
  db: Database,
  { email, error, watch, config }: Failure,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'auth/invalid-login-credentials') return error;
  const isKnown = await hasAccount(db, email);
  if (!isKnown) watch.noteUnknownEmail();
  if (config.signIn.hasGenericErrors) return error;
  return new ApiError(isKnown ? 'auth/wrong-password' : 'auth/user-not-found');
}
