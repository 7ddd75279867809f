/** Serves the live sockets of packages/contract/src/live.ts, one per browser tab. */
import { livePath } from '@parley/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Gauge } from 'prom-client';
import type { WebSocket } from 'ws';
import type { Actor } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Authenticate } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireOwnOrigin } from '../../identity/identity.ts';
import { openRunPages } from '../log/run-pages.ts';
import { closeCodes, type LiveFollowers, serveLiveConnection } from './live-connection.ts';
import { rememberChanges } from './organization-changes.ts';

/** Maximum number of sockets per user, which is more than anybody has tabs. */
const socketsPerUserMax = 30;

const openSockets = new Gauge({ name: 'parley_live_sockets', help: 'Open live sockets.' });

export function mountLive(
  app: FastifyInstance,
  platform: Platform,
  authenticate: Authenticate,
  followers: LiveFollowers,
): void {
  const { db, news, log, pool, config } = platform;
  const pages = openRunPages(db, pool);
  const changes = rememberChanges(news);
  const open = new Set<WebSocket>();
  const byUser = new Map<string, Set<WebSocket>>();

  function admit({ userId }: Actor, socket: WebSocket): boolean {
    const own = byUser.get(userId) ?? new Set();
    if (own.size >= socketsPerUserMax) return false;
    byUser.set(userId, own.add(socket));
    socket.once('close', () => {
      own.delete(socket);
      if (own.size === 0) byUser.delete(userId);
    });
    return true;
  }

  app.register(async (scope) => {
    // Runs before the socket exists, so that a foreign page gets only an HTTP error.
    const preValidation = async (request: FastifyRequest) => {
      requireOwnOrigin(request, config.publicUrl);
      if (Object.keys(request.query as object).length === 0) return;
      throw new ApiError('invalid_request', { message: 'The token goes in the first message.' });
    };
    scope.get(livePath, { websocket: true, preValidation }, (socket) => {
      open.add(socket);
      openSockets.inc();
      socket.once('close', () => {
        open.delete(socket);
        openSockets.dec();
      });
      const shared = { db, news, pages, changes, log };
      serveLiveConnection(socket, { ...shared, authenticate, admit, followers });
    });
  });
  app.addHook('preClose', async () => {
    for (const socket of open) socket.close(closeCodes.restart);
  });
}
