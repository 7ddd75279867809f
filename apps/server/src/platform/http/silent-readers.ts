/** Callers who ask and then take nothing: what they were answered would be held for as long as they stay. */
import type { FastifyInstance } from 'fastify';

/**
 * Whoever takes nothing of an answer for so long has gone. It is looked at so often, so that it takes up to
 * twice as long where something was taken in the beginning.
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
