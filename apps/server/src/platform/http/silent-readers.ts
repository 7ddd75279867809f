/** Callers who ask and then take nothing: what they were answered would be held for as long as they stay. */
import type { FastifyInstance } from 'fastify';

/**
 * Time after which a client that reads nothing is disconnected. It is also the interval of the check, so
 * the actual time is up to twice as long.
 */
export const silenceMsMax = 120_000;

/** Ends connections that take nothing of their answer. Those that wait for one are let be. */
export function endSilentReaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, { raw }, payload) => {
    raw.setTimeout(silenceMsMax, () => raw.destroy());
    // Before the server's own listener, which begins the time that a connection may be idle.
    raw.prependOnceListener('finish', () => raw.setTimeout(0));
    return payload;
  });
}
