/**
 * The window in which people sign in at Google or at the identity provider of their company. The
 * dashboard opens /api/auth/window/{provider}?channel=… and listens on a BroadcastChannel. The
 * window ends on a page of ours that announces the result there, and closes. The announcement
 * grants nothing: the session (Google) or the proof for tokenForSAML is in a cookie.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { authPath } from './better-auth.ts';

export const windowPath = `${authPath}/window`;

/** Result of a sign-in window. Successful if `error` is absent. */
export interface WindowOutcome {
  /** An `auth/…` code. */
  error?: string;
  email?: string;
}

/** Sends the window to its last page. The outcome is in the fragment, so that no log and no other site can read it. */
export function closeWindow(reply: FastifyReply, channel: string, outcome: WindowOutcome) {
  const fragment = new URLSearchParams({ channel, ...outcome });
  return reply
    .header('cache-control', 'no-store')
    .redirect(`${windowPath}/closing#${fragment}`, 303);
}

/** Returns the code for a failure, from the table of the specification. */
export function windowError(request: FastifyRequest, error: unknown): string {
  if (error instanceof ApiError && error.code.startsWith('auth/')) return error.code;
  request.log.warn({ err: error }, 'A sign-in window failed');
  return 'auth/internal-error';
}

/** Each window costs a row and, sometimes, a call of ours to a provider. */
export const windowLimits = { config: { rateLimit: { max: 30 } } };

/** Name of the channel on which the dashboard listens: random text for each window. */
export function channelOf({ query }: FastifyRequest): string {
  const { channel } = query as Record<string, unknown>;
  return typeof channel === 'string' && /^[\w-]{8,64}$/.test(channel) ? channel : '';
}

/** The last page. Its script is a file, because the policy allows only our own scripts. */
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
channel.postMessage({ error: outcome.get('error'), email: outcome.get('email') });
channel.close();
window.close();
`;
