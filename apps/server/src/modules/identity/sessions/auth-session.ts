/** Connects requests with the identity library: the session cookie goes in, cookies and an access token come out. */
import type { identity, ResponseBody } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { translatingErrors } from './auth-errors.ts';
import { type Auth, callerAddressHeader, sessionLifetimeMaxS } from './better-auth.ts';

type SignedIn = ResponseBody<typeof identity.getAccessToken>;

/** Returns the headers for the library: the cookies, and the client's address and browser for the list of sessions. */
export function callerHeaders(request: FastifyRequest): Headers {
  const headers = new Headers({ [callerAddressHeader]: request.ip });
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value.slice(0, 4096));
  }
  return headers;
}

export function sendCookies(reply: FastifyReply, headers: Headers | null | undefined): void {
  for (const cookie of headers?.getSetCookie() ?? []) void reply.header('set-cookie', cookie);
}

/** Finds the user of the session in these headers and issues an access token. `signedIn` is null if the session has ended. */
export async function readSession(
  auth: Auth,
  headers: Headers,
): Promise<{ signedIn: SignedIn | null; headers: Headers }> {
  const found = await auth.api.getSession({ headers, returnHeaders: true });
  if (found.response === null) return { signedIn: null, headers: found.headers };
  const { user, session } = found.response;
  if (user.disabledAt) throw new ApiError('auth/user-disabled');
  if (Date.now() - session.createdAt.getTime() > sessionLifetimeMaxS * 1000) {
    const ended = await auth.api.signOut({ headers, returnHeaders: true });
    return { signedIn: null, headers: ended.headers };
  }
  const { token } = await auth.api.signJWT({
    body: {
      payload: {
        sub: user.id,
        sid: session.id,
        email: user.email,
        iat: Math.floor(Date.now() / 1000),
      },
    },
  });
  const { id, email, name } = user;
  return { signedIn: { user: { id, email, name }, token }, headers: found.headers };
}

/** Signs in a user who was authenticated elsewhere: with `organizationId`, by that organization's identity provider. */
export async function beginSession(
  auth: Auth,
  who: { userId: string; organizationId?: string | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> {
  const { headers } = await openSession(auth, who, request);
  return answerSignedIn(auth, reply, headers);
}

/** Starts a session like `beginSession`, but sends no response; see `answerSignedIn`. */
export function openSession(
  auth: Auth,
  who: { userId: string; organizationId?: string | undefined },
  request: FastifyRequest,
) {
  const headers = callerHeaders(request);
  return translatingErrors(auth.api.signInAs({ body: who, headers, returnHeaders: true }));
}

/** Sends the cookies of a new session, and returns its user and access token. */
export async function answerSignedIn(
  auth: Auth,
  reply: FastifyReply,
  begun: Headers,
): Promise<SignedIn> {
  sendCookies(reply, begun);
  const cookie = begun
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { signedIn } = await readSession(auth, new Headers({ cookie }));
  if (signedIn === null) throw new Error('A session ended in the moment it began');
  return signedIn;
}
