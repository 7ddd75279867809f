import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Smaller answers fit a few packets as they are. */
const charactersMin = 16_384;

const compress = promisify(brotliCompress);

/** Sends large JSON answers compressed to clients that take Brotli, as every browser does. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isLarge = typeof payload === 'string' && payload.length >= charactersMin;
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (!isLarge || !isJson || !/\bbr\b/.test(request.headers['accept-encoding'] ?? ''))
      return payload;
    reply.header('content-encoding', 'br').header('vary', 'accept-encoding');
    reply.removeHeader('content-length');
    return compress(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  });
}
