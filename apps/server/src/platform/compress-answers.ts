import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Smaller answers fit a few packets as they are; of a page each one comes before everything else. */
const charactersMin: [RegExp, number][] = [
  [/^application\/json/, 16_384],
  [/^text\/html/, 2048],
];

/** From here on the last tenth that could be saved takes four times as long. */
const large = { charactersMin: 262_144, quality: 3 };

const compress = promisify(brotliCompress);

/** Sends large answers and pages compressed to clients that take Brotli, as every browser does. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string') return payload;
    const type = String(reply.getHeader('content-type'));
    const least = charactersMin.find(([types]) => types.test(type))?.[1] ?? Infinity;
    const isLarge = payload.length >= large.charactersMin;
    if (payload.length < least || !/\bbr\b/.test(request.headers['accept-encoding'] ?? ''))
      // Node would go through a text once to count its bytes and once to write it.
      return isLarge ? Buffer.from(payload) : payload;
    reply.header('content-encoding', 'br').header('vary', 'accept-encoding');
    reply.removeHeader('content-length');
    const quality = isLarge ? large.quality : 5;
    return compress(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  });
}
