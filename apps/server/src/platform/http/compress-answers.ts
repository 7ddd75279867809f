import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Smaller answers fit a few packets as they are; of a page each one comes before everything else. */
const charactersMin: [RegExp, number][] = [
  [/^application\/json/, 16_384],
  [/^text\/html/, 2048],
];

/** From here on the last tenth that could be saved takes four times as long. */
const large = { charactersMin: 262_144, quality: 3 };

/** Characters of a large answer that are written at a time: others are answered in between. */
const pieceLength = 65_536;

const compress = promisify(brotliCompress);

const qualityOf = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality },
});

/** Sends large answers and pages compressed to clients that take Brotli, as every browser does. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string') return payload;
    const type = String(reply.getHeader('content-type'));
    const least = charactersMin.find(([types]) => types.test(type))?.[1] ?? Infinity;
    const isLarge = payload.length >= large.charactersMin;
    if (payload.length < least || !/\bbr\b/.test(request.headers['accept-encoding'] ?? ''))
      return isLarge ? inPieces(payload) : payload;
    reply.header('content-encoding', 'br').header('vary', 'accept-encoding');
    reply.removeHeader('content-length');
    if (!isLarge) return compress(payload, qualityOf(5));
    return pipeline(
      inPieces(payload),
      createBrotliCompress(qualityOf(large.quality)),
      () => undefined,
    );
  });
}

function inPieces(text: string): Readable {
  return Readable.from(piecesOf(text), { objectMode: false });
}

async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; ) {
    const end = at + pieceLength;
    // A character of two units is not cut in two.
    const isCut = (text.codePointAt(end - 1) ?? 0) > 0xffff;
    const piece = text.slice(at, isCut ? end - 1 : end);
    yield Buffer.from(piece);
    at += piece.length;
    await nextTurn();
  }
}
