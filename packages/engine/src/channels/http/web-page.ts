import { ConversationError } from '@parley/egress';
import { charsetOf, type HttpAnswer } from './exchange.ts';

/** Number of bytes of a body that are examined. */
const bytesLookedAt = 65_536;
const titleLengthMax = 100;

/** Throws if an answer is a complete web page: a sign-in, an error page, a wrong address. */
export function refuseWebPage({ headers, body }: HttpAnswer): void {
  const contentType = headers['content-type'];
  if (isJsonBeginning(body[0]) || isOtherText(contentType)) return;
  const text = decoded(body.subarray(0, bytesLookedAt), charsetOf(contentType));
  if (!isWebPage(text)) return;
  const title = titleOf(text);
  throw new ConversationError({
    class: 'configuration',
    code: 'web-page',
    message: `The bot's address returned a web page${title ? ` (title "${title}")` : ''}.`,
    hint: 'Check the address of the channel, and whether there is a sign-in page or a proxy in front of the bot. If its replies are whole pages, add "accepts: html" to the channel.',
  });
}

/** @returns true if the byte begins JSON, as in most answers, which then need no decoding */
const isJsonBeginning = (byte: number | undefined): boolean =>
  byte === 0x7b /* { */ || byte === 0x5b /* [ */ || byte === 0x22; /* " */

/** @returns true for a text type other than HTML and XML, with which a page is only shown as source */
const isOtherText = (contentType = ''): boolean => /^\s*text\/(?!html|xml)/i.test(contentType);

/** Decodes the bytes. Invalid text is reported later, when the answer is read. */
function decoded(bytes: Buffer, charset: string | undefined): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

/** A document begins with its doctype or its root; a fragment does not. */
const isWebPage = (text: string): boolean =>
  /^<(?:!doctype\s+html\b|html[\s/>])/i.test(text.slice(contentStart(text)).slice(0, 100));

/** Finds where white space, comments and XML declarations end. */
function contentStart(text: string): number {
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    const end = text.startsWith('<!--', at)
      ? text.indexOf('-->', at + 4) + 3
      : text.startsWith('<?', at)
        ? text.indexOf('>', at) + 1
        : 0;
    // Without an end the rest belongs to it.
    if (end <= at) return at;
    at = end;
  }
}

function titleOf(text: string): string {
  const [, title = ''] = /<title[^>]{0,200}>([^<]{0,1000})/i.exec(text) ?? [];
  return title
    .replaceAll('\0', '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, titleLengthMax)
    .toWellFormed();
}
