/**
 * The window in which users sign in with Google or with their company's identity provider. The dashboard opens
 * /api/auth/window/{provider}?channel=… and listens on a BroadcastChannel. The window ends on a page of ours that posts the
 * result there and closes. The result itself grants nothing: the session (Google) or the proof for tokenForSAML is in a cookie.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { authPath } from './better-auth.ts';

export const windowPath = `${authPath}/window`;

/** Result of a sign-in window. It succeeded if `error` is absent. */
export interface WindowOutcome {
  /** An `auth/…` error code. */
  error?: string;
  email?: string;
  /** Why the response was refused, and by how many seconds its time is off; only in a test of single sign-on. */
  reason?: string;
  seconds?: string;
}

/** Redirects the window to its last page. The result is in the fragment, so that neither logs nor other sites can read it. */
export function closeWindow(reply: FastifyReply, channel: string, outcome: WindowOutcome) {
  const fragment = new URLSearchParams({ channel, ...outcome });
  return reply
    .header('cache-control', 'no-store')
    .redirect(`${windowPath}/closing#${fragment}`, 303);
}

/** Returns the error code of a failure, from the table in the specification. */
export function windowError(request: FastifyRequest, error: unknown): string {
  if (error instanceof ApiError && error.code.startsWith('auth/')) return error.code;
  request.log.warn({ err: error }, 'A sign-in window failed');
  return 'auth/internal-error';
}

/** Limit per minute and address. Each window costs a row and sometimes a request to a provider. */
export const windowLimits = { config: { rateLimit: { max: 30 } } };

/** Returns the name of the channel on which the dashboard listens, a random text for each window; empty if it is invalid. */
export function channelOf({ query }: FastifyRequest): string {
  const { channel } = query as Record<string, unknown>;
  return typeof channel === 'string' && /^[\w-]{8,64}$/.test(channel) ? channel : '';
}

/** Mounts the last page. Its script is a separate file, because the content security policy allows no inline scripts. */
export function mountClosingPage(app: FastifyInstance): void {
  app.get(`${windowPath}/closing`, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(closingPage),
  );
  app.get(`${windowPath}/closing.js`, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(closingScript),
  );
}

const closingPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Signing in</title></head>
<body><p>You can close this window.</p><script src="${windowPath}/closing.js"></script></body>
</html>
`;

const closingScript = `const outcome = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, '', location.pathname);
const channel = new BroadcastChannel('parley-sign-in:' + outcome.get('channel'));
const get = (name) => outcome.get(name);
channel.postMessage({
  error: get('error'),
  email: get('email'),
  reason: get('reason'),
  seconds: get('seconds'),
});
channel.close();
window.close();
`;
