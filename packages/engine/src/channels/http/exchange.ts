import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { ConversationError } from '@parley/egress';
import type { Dispatcher } from 'undici';
import { limits } from '../../limits.ts';
import { bodyBytesMax, type Traffic } from '../traffic.ts';

export interface HttpRequest {
  origin: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Receives the answer in pieces if it is a stream of events; the body of the answer is then empty. */
  events?: EventSink | undefined;
  traffic?: Traffic | undefined;
  /** True for a poll, which does not belong to a turn. */
  isQuestion?: boolean | undefined;
}

export interface EventSink {
  /** Called when the stream is open. */
  begin?(): void;
  take(chunk: Buffer): void;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Number of earlier attempts that failed because the server was busy. */
  retries?: number;
}

/** Returns the character set that a content type declares. */
export const charsetOf = (contentType = ''): string | undefined =>
  /charset="?([\w-]+)/i.exec(contentType)?.[1];

const decompressors = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/**
 * One request and its answer, with a time limit for both and a size limit. Undici calls the `on…` methods. This is a class
 * because a closure for each method would cost a fifth of the time of a turn.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Undefined if the answer was not complete at the deadline. */
  readonly answer: Promise<HttpAnswer | undefined>;

  #settle = Promise.withResolvers<HttpAnswer | undefined>();
  #release: (isUsable: boolean) => void;
  #timer: NodeJS.Timeout;
  #events: EventSink | undefined;
  #traffic: Traffic | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #aborted: Error | undefined;
  #isOver = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #bytes = 0;

  /** `release` is called once, with true if the connection can be reused. */
  constructor(
    deadline: number,
    release: (isUsable: boolean) => void,
    { events, traffic }: Pick<HttpRequest, 'events' | 'traffic'> = {},
  ) {
    this.#events = events;
    this.#traffic = traffic;
    this.answer = this.#settle.promise;
    this.#release = release;
    this.#timer = setTimeout(() => {
      this.#settle.resolve(undefined);
      this.abort(notInTime());
    }, deadline - performance.now());
  }

  abort(reason?: Error) {
    if (this.#isOver) return;
    this.#aborted = reason ?? aborted();
    this.#controller?.abort(this.#aborted);
    this.#fail(this.#aborted);
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller;
    // The request was aborted while it waited for its connection.
    if (this.#aborted) controller.abort(this.#aborted);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    this.#status = status;
    this.#headers = headers;
    if (!this.#events) return;
    const isStream = /^text\/event-stream\b/i.test(String(headers['content-type']));
    if (isStream && status < 300) {
      this.#traffic?.answer(status, headers);
      this.#events.begin?.();
    } else this.#events = undefined;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer) {
    this.#bytes += chunk.length;
    const bytesMax = this.#events ? limits.streamBytesMax : limits.answerBytesMax;
    if (this.#bytes > bytesMax) return this.abort(tooLarge());
    if (this.#events) {
      this.#traffic?.received(chunk);
      this.#events.take(chunk);
    } else this.#chunks.push(chunk);
  }

  onResponseEnd() {
    this.#finish(true);
    const [first, second] = this.#chunks;
    const body = first && !second ? first : Buffer.concat(this.#chunks);
    const answer = { status: this.#status, headers: this.#headers, body };
    const encoding = this.#headers['content-encoding'];
    if (!encoding) this.#note(body);
    this.#settle.resolve(encoding ? this.#decompressed(answer, String(encoding)) : answer);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error) {
    this.#fail(this.#aborted ?? error);
  }

  #fail(error: Error) {
    if (this.#traffic && !this.#isOver) {
      this.#note(this.#beginning());
      this.#traffic.failed(error);
    }
    this.#chunks = [];
    this.#finish(false);
    this.#settle.reject(error);
  }

  /** Returns the beginning of the response, to show it as evidence. */
  #beginning(): Buffer {
    const bytes = this.#chunks.reduce((sum, { length }) => sum + length, 0);
    return Buffer.concat(this.#chunks, Math.min(bytes, bodyBytesMax));
  }

  async #decompressed(answer: HttpAnswer, encoding: string): Promise<HttpAnswer> {
    try {
      const plain = await decompressed(answer, encoding);
      this.#note(plain.body);
      return plain;
    } catch (error) {
      this.#note();
      this.#traffic?.failed(error as Error);
      throw error;
    }
  }

  /** Records the answer, or the end of its stream, as traffic. The head of a stream was recorded when it began. */
  #note(body?: Buffer) {
    if (this.#status === 0) return;
    if (this.#events) this.#traffic?.note('The stream ended.');
    else this.#traffic?.answer(this.#status, this.#headers, body);
  }

  #finish(isUsable: boolean) {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#release(isUsable);
  }
}

/** Decompresses an answer with one encoding. Several nested ones are refused as an attack, since no bot needs two. */
async function decompressed(answer: HttpAnswer, encoding: string): Promise<HttpAnswer> {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return answer;
  const decompress = Object.hasOwn(decompressors, name)
    ? decompressors[name as keyof typeof decompressors]
    : undefined;
  if (!decompress)
    throw malformed(`The response has an unknown content encoding "${name.slice(0, 40)}".`);
  try {
    return {
      ...answer,
      body: await decompress(answer.body, { maxOutputLength: limits.answerBytesMax }),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw malformed(`The answer claims to be ${name} but is not.`, error);
  }
}

export function notInTime(): ConversationError {
  return new ConversationError({
    class: 'silent',
    code: 'reply-timeout',
    message: 'The response was not complete in time.',
  });
}

export function aborted(): ConversationError {
  return new ConversationError({
    class: 'internal',
    code: 'closed',
    message: 'The conversation was closed.',
  });
}

export function tooLarge(): ConversationError {
  return new ConversationError({
    class: 'network',
    code: 'answer-too-large',
    message: 'The response is larger than Parley accepts (1 MiB, 16 MiB for a stream).',
  });
}

function malformed(message: string, cause?: unknown): ConversationError {
  return new ConversationError({ class: 'network', code: 'malformed-answer', message }, { cause });
}
