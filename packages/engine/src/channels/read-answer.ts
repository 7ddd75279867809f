/** Converts the bytes of an answer to JSON that is safe to keep: well-formed text, no NUL, limited nesting. */
import { isUtf8 } from 'node:buffer';
import { ConversationError } from '@parley/egress';
import { type Json, parseExactly } from '@parley/suite';
import { limits } from '../limits.ts';

/**
 * Reads an answer. Plain text is returned as a string. `charset` is the encoding that the bot declares.
 *
 * @throws ConversationError if the answer is not valid in its encoding, not a valid object or nested too deeply
 */
export function readAnswer(bytes: Buffer, charset = 'utf-8'): Json {
  const text = decode(bytes, charset);
  const first = text.trimStart()[0];
  // Handlers that return nothing answer with null, which is not a word.
  if (first === 'n' && text.trim() === 'null') return null;
  if (first !== '{' && first !== '[' && first !== '"') return cleanText(text);
  if (isDeeperThan(text, limits.jsonDepthMax)) {
    throw malformed(`The answer nests JSON deeper than ${limits.jsonDepthMax} levels.`);
  }
  try {
    const json = parseExactly(text);
    return unstorable.test(text) ? cleanJson(json) : json;
  } catch (cause) {
    // Text can start with a bracket or a quotation mark, but not with a brace, which claims to be an object.
    if (first !== '{') return cleanText(text);
    throw malformed('The answer is not valid JSON.', cause);
  }
}

function decode(bytes: Buffer, charset: string): string {
  if (/^utf-?8$/i.test(charset)) {
    if (!isUtf8(bytes)) throw malformed('The answer is not valid UTF-8 text.');
    // Browsers remove the byte order mark, so widgets never see it.
    return bytes.toString('utf8').replace(/^\ufeff/, '');
  }
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw malformed(`The answer is not valid ${charset.slice(0, 40)} text.`, cause);
  }
}

/** NUL and halves of surrogate pairs, raw or escaped: PostgreSQL can't store them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is looked for
const unstorable = /\u0000|\\u0000|\\ud[89a-f]/i;

const cleanText = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');

function cleanJson(json: Json): Json {
  if (typeof json === 'string') return cleanText(json);
  if (Array.isArray(json)) return json.map(cleanJson);
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [cleanText(key), cleanJson(value)]),
  );
}

/** Checks the text, because parsing a deep structure would already use the memory. */
function isDeeperThan(text: string, depthMax: number): boolean {
  if (text.length <= depthMax) return false;
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (isInString) {
      if (code === 0x5c /* \ */) i++;
      else if (code === 0x22 /* " */) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x7b /* { */ || code === 0x5b /* [ */) {
      if (++depth > depthMax) return true;
    } else if (code === 0x7d /* } */ || code === 0x5d /* ] */) depth--;
  }
  return false;
}

function malformed(message: string, cause?: unknown): ConversationError {
  return new ConversationError(
    {
      class: 'network',
      code: 'malformed-answer',
      message,
      hint: 'Check what the bot sends at this address.',
    },
    { cause },
  );
}
