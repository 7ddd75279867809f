/** The HTTP server without routes: limits, parsers, headers and error handling. */
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

/** Maximum body size in bytes for routes outside the contract. Endpoints have their own limits (mount-routes.ts). */
const bodyBytesMax = 16_384;

/** Maximum requests per minute and client address. */
const requestsPerMinute = 600;

/** Event loop delay in milliseconds beyond which new requests get 503 at once, so that active ones can finish. */
const eventLoopDelayMsMax = 5000;

/** Maximum size of a message to the live socket in bytes. */
const messageBytesMax = 16_384;

export async function createWebServer({ config, log }: Platform): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: bodyBytesMax,
    genReqId: () => randomUUID(),
    // Slow senders are cut off: the headers have to arrive within 10 s, the whole request within 30 s.
    connectionTimeout: 0,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: 16_384,
      // Java's HTTP client offers an upgrade to HTTP/2 with every request. Such offers are ignored.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: answerUnreadable,
    // Requests on open connections are still answered while the server stops; the response tells the client to reconnect.
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
    // Code that opens sockets also closes them, with a code that says why. The plugin would close them without one.
    preClose: (done) => done(),
    // The client is responsible for broken and oversized messages. The socket is closed with a matching code.
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, 'A socket broke'),
  });
  // After the plugin, because only then is the connection of a refused upgrade closed.
  refuseOddSockets(app);
  refuseOddHosts(app);
  refuseForeignHosts(app, config);
  return app;
}

/**
 * Refuses requests without a client address, because limits count by address. A connection has its address only while it is
 * open, but Node keeps it once it was read. So the address is read at once: a malformed request may be closed before later
 * hooks run.
 */
function requireAddress(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ ip }) => {
    // The types do not cover clients that have already disconnected.
    if ((ip as string | undefined) === undefined) throw new ApiError('invalid_request');
  });
}

/** Registers limits: on requests per client, and on the load of the whole server. */
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
 * Refuses WebSocket upgrades at all other paths. The plugin would accept them and keep each socket open for half a minute
 * before closing it.
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

/**
 * Accepts only requests with exactly one host and a path that starts with a slash, which proxies and servers interpret alike.
 */
function refuseOddHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter(
      (_, index) => raw.rawHeaders[index - 1]?.toLowerCase() === 'host',
    );
    const isPlain = hosts.length === 1 && /^[\w.:[\]-]+$/.test(hosts[0] ?? '');
    if (!isPlain || !raw.url?.startsWith('/')) throw new ApiError('invalid_request');
  });
}

/** Paths of health checks. They allow any Host, because monitoring systems often use their own name for the server. */
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

/** Accepts only JSON bodies, so that a form on another website cannot trigger anything. */
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
