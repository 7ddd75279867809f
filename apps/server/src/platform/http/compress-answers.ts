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

/** Size above which saving the last tenth takes four times as long. */
const largeLength = 262_144;

/** Characters of a large answer that are written at a time: others are answered in between. */
const pieceLength = 65_536;

const compress = promisify(brotliCompress);

const qualityOf = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality },
});

/** Sends large answers and pages compressed to clients that take Brotli, as every browser does. */
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

/** An answer that is written in pieces, a turn of the event loop each. */
class PiecedAnswer extends Readable {}

/** @returns the body for a text of such parts: unchanged if it is short */
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
      // Bytes are not copied.
      yield typeof part === 'string' ? Buffer.from(part.slice(at, end)) : part.subarray(at, end);
      at = end;
      await nextTurn();
    }
  }
}

/** A character of two units is not cut in two. */
function endOfPiece(text: string, at: number): number {
  const end = at + pieceLength;
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
}
