import { ConversationError } from '@parley/egress';
import { charsetOf, type HttpAnswer } from './exchange.ts';

/** Number of bytes of a body that are examined. */
const bytesLookedAt = 65_536;
const titleLengthMax = 100;

/** @throws ConversationError if an answer is a complete web page, such as a sign-in or an error page */
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

/** @returns true if the byte starts JSON. Most answers do, and then need no decoding. */
const isJsonBeginning = (byte: number | undefined): boolean =>
  byte === 0x7b /* { */ || byte === 0x5b /* [ */ || byte === 0x22; /* " */

/** @returns true for text types other than HTML and XML: browsers show such an answer as source, not as a page */
const isOtherText = (contentType = ''): boolean => /^\s*text\/(?!html|xml)/i.test(contentType);

/** Decodes the bytes. Invalid text is reported later, when the answer is read. */
function decoded(bytes: Buffer, charset: string | undefined): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

/** @returns true if the text starts with an HTML doctype or root element, unlike a fragment of a page */
const isWebPage = (text: string): boolean =>
  /^<(?:!doctype\s+html\b|html[\s/>])/i.test(text.slice(contentStart(text)).slice(0, 100));

/** Finds where leading white space, comments and XML declarations end. */
function contentStart(text: string): number {
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    const end = text.startsWith('<!--', at)
      ? text.indexOf('-->', at + 4) + 3
      : text.startsWith('<?', at)
        ? text.indexOf('>', at) + 1
        : 0;
    // A comment or declaration without an end extends to the end of the text.
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
