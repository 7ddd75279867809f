import { ConversationError } from '@parley/egress';
import { fillTemplate, type Values } from '@parley/suite';

/** Headers that the connection sets itself. A suite that could set them could smuggle a second request. */
const reserved = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters end a header
const headerValue = /^[^\u0000-\u0008\u000a-\u001f\u007f\u0100-\uffff]*$/;

/**
 * Returns the headers of a suite with names in lower case and variables filled in.
 *
 * @throws ConversationError for a header that cannot be sent
 */
export function checkedHeaders(
  headers: Record<string, string>,
  values: Values,
): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, template] of Object.entries(headers)) {
    const lowerName = name.toLowerCase();
    const value = fillTemplate(template, values);
    if (
      !headerName.test(lowerName) ||
      reserved.has(lowerName) ||
      lowerName.startsWith('sec-websocket-')
    ) {
      throw refused(`The header "${name.slice(0, 80)}" can't be set by a suite.`);
    }
    if (!headerValue.test(value)) {
      throw refused(
        `The value of the header ${name.slice(0, 80)} contains a line break or a character outside Latin-1.`,
      );
    }
    checked[lowerName] = value;
  }
  return checked;
}

function refused(message: string): ConversationError {
  return new ConversationError({
    class: 'configuration',
    code: 'invalid-header',
    message,
    hint: 'Correct the headers of the channel in the suite.',
  });
}
