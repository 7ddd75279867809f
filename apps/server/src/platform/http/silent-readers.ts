/** Disconnects clients that make requests and never read: their responses would stay in memory as long as they are connected. */
import type { FastifyInstance } from 'fastify';

/**
 * Time after which a client that reads nothing is disconnected. It is also the interval of the check, so
 * the actual time is up to twice as long.
 */
export const silenceMsMax = 120_000;

/** Closes connections that do not read their response. Connections that wait for one stay open. */
export function endSilentReaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, { raw }, payload) => {
    // A request within the process has no connection.
    if (typeof request.raw.socket.setTimeout !== 'function') return payload;
    raw.setTimeout(silenceMsMax, () => raw.destroy());
    // Before the server's own listener, which begins the time that a connection may be idle.
    raw.prependOnceListener('finish', () => raw.setTimeout(0));
    return payload;
  });
}
