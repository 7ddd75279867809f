/** The last part of a conversation's network traffic. It is kept raw, and formatted and masked only if a step does not pass. */
import type { Exhibit } from '@parley/egress';
import { valuesSent, valuesSet } from './http/cookies.ts';
import {
  createMask,
  isSecretName,
  maskMark,
  secretLengthMin,
  secretName,
  withoutValues,
} from './mask.ts';

export interface Traffic {
  /** Records a request or the start of a handshake; `line` contains method and address. */
  request(line: string, headers: Headers, body?: string): void;
  /** Records an answer, or the part of it that arrived. */
  answer(status: number, headers: Headers, body?: Buffer): void;
  sent(frame: string): void;
  received(frame: Buffer): void;
  /** Records what happened to the connection. */
  note(words: string): void;
  /** Records the message of an error, with the code of the system or the library. */
  failed(error: Error): void;
  /** Hides a value wherever it occurs. */
  hide(secret: string): void;
  exhibits(): Exhibit[];
}

type Headers = Record<string, string | string[] | undefined>;

interface Entry {
  at: number;
  way: '>' | '<' | '-';
  line: string | undefined;
  headers: Headers | undefined;
  body: string | Buffer | undefined;
}

const entriesMax = 40;
/** Maximum shown bytes of one body. */
export const bodyBytesMax = 4_096;
/** Maximum masked cookies, so that a bot that sets a different one in each answer cannot fill the memory. */
const cookiesMax = 200;

export function createTraffic(): Traffic {
  const startedAt = performance.now();
  const entries: Entry[] = [];
  const mask = createMask();
  /** Values of the bot's cookies, newest last. */
  const cookies = new Set<string>();

  let headersSeen: Headers | undefined;

  function add(way: Entry['way'], line?: string, headers?: Headers, body?: string | Buffer) {
    if (entries.length === entriesMax) entries.shift();
    entries.push({ at: performance.now() - startedAt, way, line, headers, body });
  }

  function hideAll(headers: Headers) {
    for (const [name, value] of Object.entries(headers))
      if (!isHarmless.test(name)) mask.hide(String(value));
  }

  function hideCookies(values: string[]) {
    for (const value of values) {
      if (value.length < secretLengthMin) continue;
      cookies.delete(value);
      cookies.add(value);
    }
    for (const value of cookies) {
      if (cookies.size <= cookiesMax) break;
      cookies.delete(value);
    }
  }

  return {
    request(line, headers, body) {
      // Most conversations send the same headers repeatedly.
      if (headers !== headersSeen) hideAll(headers);
      hideCookies(valuesSent(headers.cookie));
      headersSeen = headers;
      add('>', line, headers, body?.slice(0, bodyBytesMax));
    },
    answer(status, headers, body) {
      hideCookies(valuesSet(headers['set-cookie']));
      add('<', `Status ${status}`, headers, body && clipped(body));
    },
    sent: (frame) => add('>', undefined, undefined, frame.slice(0, bodyBytesMax)),
    received: (frame) => add('<', undefined, undefined, clipped(frame)),
    note: (line) => add('-', line),
    failed: (error) => add('-', wordsOf(error)),
    hide: mask.hide,
    exhibits() {
      if (entries.length === 0) return [];
      const text = [heading, ...entries.map(written), ''].join('\n');
      const bytes = Buffer.from(
        withoutNamed(withoutValues(mask.inText(text), cookies))
          .toWellFormed()
          .replaceAll('\0', '\ufffd'),
      );
      return [{ kind: 'traffic', bytes }];
    },
  };
}

const heading = `> to the bot, < from it, with seconds since the conversation began; ${maskMark} may be a secret.\n`;

/** Request headers that identify nobody. All other headers of a suite may be credentials. */
export const isHarmless = /^(accept(-\w+)*|cache-control|content-type|origin|referer|user-agent)$/i;

const secretField = new RegExp(
  `("[\\w.-]{0,40}(?:${secretName})[\\w.-]{0,40}"\\s{0,4}:\\s{0,4})"(?:[^"\\\\]|\\\\.)*"?`,
  'gi',
);
const secretParameter = new RegExp(
  `([?&](?:t|[\\w.-]{0,40}(?:${secretName})[\\w.-]{0,40})=)[^&\\s"]+`,
  'gi',
);

/** Masks values whose names mark them as secret. */
export function withoutNamed(text: string): string {
  return text.replace(secretField, `$1"${maskMark}"`).replace(secretParameter, `$1${maskMark}`);
}

/** Copies the first part of a long body, so that the rest can be freed. */
const clipped = (body: Buffer): Buffer =>
  body.length > bodyBytesMax ? Buffer.from(body.subarray(0, bodyBytesMax)) : body;

function written({ at, way, line, headers = {}, body }: Entry): string {
  const isSecret = (name: string) =>
    way === '>' ? !isHarmless.test(name) : isSecretName.test(name);
  const lines = [
    ...(line === undefined ? [] : [line]),
    ...Object.entries(headers).map(
      ([name, value]) => `${name}: ${isSecret(name) ? maskMark : [value].flat().join(', ')}`,
    ),
    ...(body && body.length > 0 ? `${body}${endOf(body)}`.split(/\r?\n/) : []),
  ];
  const time = (at / 1000).toFixed(3).padStart(7);
  return lines.map((text, index) => `${index === 0 ? `${time} ${way}` : '   '} ${text}`).join('\n');
}

/** The mark at the end of a cut body. Masking relies on it to find secrets that were cut. */
const endOf = ({ length }: string | Buffer) => (length === bodyBytesMax ? '…' : '');

function wordsOf(error: Error): string {
  const cause = error.cause instanceof Error ? ` (${wordsOf(error.cause)})` : '';
  const { code } = error as NodeJS.ErrnoException;
  const message =
    code && !error.message.includes(code) ? `${code}: ${error.message}` : error.message;
  return message + cause;
}
