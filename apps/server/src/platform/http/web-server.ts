/** The HTTP server without any routes: limits, parsers, headers and error handling. */
import { randomUUID } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { Platform } from '../platform.ts';
import { compressAnswers } from './compress-answers.ts';
import { mountErrorsEdge, sendError } from './errors-edge.ts';
import { mendForwardedFor } from './forwarded-for.ts';
import { findBeyondBudget } from './json-budget.ts';
import { createIsOwnHost } from './own-hosts.ts';
import { mountRequestRecord } from './request-record.ts';
import { mountRequestTrace } from './request-trace.ts';
import { mountSecurityHeaders } from './security-headers.ts';
import { endSilentReaders } from './silent-readers.ts';
import { answerUnreadable } from './unreadable-requests.ts';

/** Limit for routes outside of the contract; endpoints have their own (mount-routes.ts). */
const bodyBytesMax = 16_384;

/** Requests per minute and address. */
const requestsPerMinute = 600;

/** Event loop delay in milliseconds beyond which requests get 503 immediately, so that active ones can finish. */
const eventLoopDelayMsMax = 5000;

/** Maximum size of a message to the live socket, in bytes. */
const messageBytesMax = 16_384;

export async function createWebServer({ config, log }: Platform): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: bodyBytesMax,
    genReqId: () => randomUUID(),
    // Slow senders are cut off: headers within 10 s, the whole request within 30 s.
    connectionTimeout: 0,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: 16_384,
      // Java offers HTTP/2 with every request; whoever does is answered as if they had not.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: answerUnreadable,
    // Whoever is connected while the server stops is still answered, and told to connect anew.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  if (config.trustedProxies.length > 0) mendForwardedFor(app.server);
  mountErrorsEdge(app);
  requireAddress(app);
  mountRequestTrace(app, config);
  mountRequestRecord(app);
  acceptJsonOnly(app);
  compressAnswers(app);
  endSilentReaders(app);
  await mountSecurityHeaders(app, config);
  if (config.hasRateLimits) await mountLimits(app);
  await app.register(websocket, {
    options: { maxPayload: messageBytesMax },
    // Whoever opens sockets closes them, with a code that says why; the plugin would say nothing.
    preClose: (done) => done(),
    // Broken and oversized messages are the client's affair; the socket is closed with its code.
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, 'A socket broke'),
  });
  // After the plugin, which closes the connection of an upgrade that is refused only then.
  refuseOddSockets(app);
  refuseOddHosts(app);
  refuseForeignHosts(app, config);
  return app;
}

/**
 * Refuses requests without an address, since limits count by address. A connection knows its address only while it is open, but
 * Node keeps it once it was read. So it is read immediately: a malformed request may be closed before later hooks run.
 */
function requireAddress(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ ip }) => {
    // The types know nothing of callers who have already gone.
    if ((ip as string | undefined) === undefined) throw new ApiError('invalid_request');
  });
}

/** Mounts rate limits, for each client and for all together. */
async function mountLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: () => new ApiError('too_many_requests'),
  });
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopDelayMsMax,
    pressureHandler: () => {
      throw new ApiError('unavailable');
    },
  });
}

/**
 * Refuses sockets at other paths. The plugin would accept them anywhere and keep each open for half a minute before closing it.
 */
function refuseOddSockets(app: FastifyInstance): void {
  const paths = new Set<string>();
  app.addHook('onRoute', ({ websocket: isForSockets, url }) => {
    if (isForSockets) paths.add(url);
  });
  app.addHook('onRequest', async ({ ws: isUpgrade, headers, routeOptions }) => {
    if (!isUpgrade || headers.upgrade?.toLowerCase() !== 'websocket') return;
    if (!paths.has(routeOptions.url ?? '')) throw new ApiError('not_found');
  });
}

/** Accepts only requests with one host and a path that starts with a slash, which proxies and servers interpret alike. */
function refuseOddHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter(
      (_, index) => raw.rawHeaders[index - 1]?.toLowerCase() === 'host',
    );
    const isPlain = hosts.length === 1 && /^[\w.:[\]-]+$/.test(hosts[0] ?? '');
    if (!isPlain || !raw.url?.startsWith('/')) throw new ApiError('invalid_request');
  });
}

/** Paths of health checks. Any Host is allowed for them, because monitoring systems often use their own name for the server. */
const healthPaths = ['/livez', '/readyz'];

function refuseForeignHosts(app: FastifyInstance, config: Platform['config']): void {
  const isOwnHost = createIsOwnHost(config);
  app.addHook('onRequest', async ({ raw }) => {
    const host = raw.headers.host ?? '';
    if (isOwnHost(host) || healthPaths.includes(raw.url?.split('?')[0] ?? '')) return;
    throw new ApiError('misdirected', {
      message: `This server does not serve the host name “${host}”.`,
      hint: `Open ${config.publicUrl}. If the name is right, the operator can add it to PARLEY_HOSTS or set PARLEY_PUBLIC_URL.`,
    });
  });
}

/** Accepts only JSON bodies, so a form on a foreign page cannot send anything that counts. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    const beyondBudget = findBeyondBudget(body as string);
    if (beyondBudget) return done(beyondBudget);
    void parseJson(request, body as string, (error, value) => {
      if (error === null) return done(null, value);
      done(new ApiError('malformed_json', { cause: error }));
    });
  });
}
