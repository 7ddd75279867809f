/**
 * Disconnects clients that send requests but never read the responses, which would stay in memory as long as the client is
 * connected.
 */
import type { FastifyInstance } from 'fastify';

/**
 * Time in milliseconds after which a client that reads nothing is disconnected. It is also the interval of the check, so the
 * actual time can be twice as long.
 */
export const silenceMsMax = 120_000;

/** Closes connections that do not read their response. Connections without a pending response stay open. */
export function endSilentReaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, { raw }, payload) => {
    // Injected requests have no connection.
    if (typeof request.raw.socket.setTimeout !== 'function') return payload;
    raw.setTimeout(silenceMsMax, () => raw.destroy());
    // Runs before the server's own listener, which starts the keep-alive timeout.
    raw.prependOnceListener('finish', () => raw.setTimeout(0));
    return payload;
  });
}
