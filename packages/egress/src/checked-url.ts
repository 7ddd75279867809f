import { ConversationError } from './failure.ts';

const defaultPorts = { 'http:': 80, 'https:': 443, 'ws:': 80, 'wss:': 443 } as const;
export type Scheme = keyof typeof defaultPorts;

/** A URL that passed the checks. It is cached and shared, so it must not be changed. */
export type CheckedUrl = Readonly<URL>;

/** Characters that URL parsers disagree about. The code that checks an address and the code that connects must agree on it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const ambiguous = /[\u0000-\u0020\\\u007f]/;

/**
 * Parses and checks the address of a bot.
 *
 * @throws ConversationError that tells the suite's author what is wrong with it
 */
export function checkedUrl(text: string, schemes: readonly Scheme[]): CheckedUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || ambiguous.test(text) || !/^[a-z]+:\/\/[^/?#]/i.test(text)) {
    throw invalidUrl(`"${printable(text)}" is not an address.`, schemes);
  }
  if (!schemes.includes(url.protocol as Scheme)) {
    throw invalidUrl(
      `This channel can't reach an address that starts with ${url.protocol}`,
      schemes,
    );
  }
  if (url.username || url.password) {
    throw new ConversationError({
      class: 'configuration',
      code: 'invalid-url',
      message: 'The address of the bot contains a user name or a password.',
      hint: 'Send credentials in a header.',
    });
  }
  return url;
}

export const portOf = (url: CheckedUrl): number =>
  url.port ? Number(url.port) : (defaultPorts[url.protocol as Scheme] ?? 0);

/** Normalizes a host for lookups: lower case, without the brackets of an IPv6 literal, and without a trailing dot. */
export const hostOf = (hostname: string): string =>
  hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();

function invalidUrl(message: string, schemes: readonly Scheme[]): ConversationError {
  const hint = `Write an address such as ${schemes[0]}//bot.example/path.`;
  return new ConversationError({ class: 'configuration', code: 'invalid-url', message, hint });
}

const printable = (text: string) => JSON.stringify(text.slice(0, 200)).slice(1, -1);
