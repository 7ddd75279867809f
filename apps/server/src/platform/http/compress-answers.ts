import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/**
 * Minimum length in characters for compression, by content type. Smaller responses fit into a few packets anyway. The limit for
 * pages is lower, because a browser needs the page before everything else.
 */
const charactersMin: [RegExp, number][] = [
  [/^application\/json/, 16_384],
  [/^text\/html/, 2048],
];

/** Length in characters from which a response is compressed less: saving the last tenth would take four times as long. */
const largeLength = 262_144;

/** Length in characters of the pieces in which a large response is written, so that other requests are answered in between. */
const pieceLength = 65_536;

const compress = promisify(brotliCompress);

const qualityOf = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality },
});

/** Compresses large responses and pages for clients that accept Brotli, as all browsers do. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !(payload instanceof PiecedAnswer)) return payload;
    const length = typeof payload === 'string' ? payload.length : Infinity;
    const large = length >= largeLength && inPieces(payload);
    const type = String(reply.getHeader('content-type'));
    const least = charactersMin.find(([types]) => types.test(type))?.[1] ?? Infinity;
    if (length < least || !/\bbr\b/.test(request.headers['accept-encoding'] ?? ''))
      return large || payload;
    reply.header('content-encoding', 'br').header('vary', 'accept-encoding');
    reply.removeHeader('content-length');
    if (large) return pipeline(large, createBrotliCompress(qualityOf(3)), () => undefined);
    return compress(payload as string, qualityOf(5));
  });
}

/** A response that is written in pieces, one per iteration of the event loop. */
class PiecedAnswer extends Readable {}

/**
 * Joins the parts of a body.
 *
 * @returns a string if all parts are strings, otherwise a stream
 */
export function answerOf(parts: readonly (string | Buffer)[]): string | Readable {
  const isText = parts.every((part) => typeof part === 'string');
  return isText ? parts.join('') : piecedAnswer(parts);
}

const inPieces = (payload: string | PiecedAnswer) =>
  typeof payload === 'string' ? piecedAnswer([payload]) : payload;

function piecedAnswer(parts: readonly (string | Buffer)[]): PiecedAnswer {
  const pieces = piecesOf(parts);
  return new PiecedAnswer({
    read() {
      pieces.next().then(
        ({ value, done }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
  });
}

async function* piecesOf(parts: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    let at = 0;
    while (at < part.length) {
      const end = typeof part === 'string' ? endOfPiece(part, at) : at + pieceLength;
      // A part of a buffer is a view, not a copy.
      yield typeof part === 'string' ? Buffer.from(part.slice(at, end)) : part.subarray(at, end);
      at = end;
      await nextTurn();
    }
  }
}

/** Finds the end of a piece without splitting a surrogate pair. */
function endOfPiece(text: string, at: number): number {
  const end = at + pieceLength;
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
}
