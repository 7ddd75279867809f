/** Failures of a page, as a result reports them. */

import { ConversationError, failureOf } from '@parley/egress';
import type { Failure } from '@parley/suite';

const certificates: Record<string, string> = {
  ERR_CERT_AUTHORITY_INVALID: 'is signed by an unknown authority',
  ERR_CERT_COMMON_NAME_INVALID: 'is for another host',
  ERR_CERT_DATE_INVALID: 'has expired or is not valid yet',
  ERR_CERT_REVOKED: 'was revoked',
  ERR_CERT_WEAK_SIGNATURE_ALGORITHM: 'is signed with an algorithm that is no longer secure',
};

/**
 * Explains why the page could not be loaded. `cause` is the failure of our own connection to its
 * host, if any.
 */
export function pageNotLoaded(
  url: string,
  wanted: string,
  error: Error,
  cause: Error | undefined,
): ConversationError {
  const code = /net::(ERR_\w+)/.exec(error.message)?.[1] ?? '';
  const failure = cause ? failureOf(cause) : (ofChromium(code, error) satisfies Failure);
  if (isSameOrigin(url, wanted)) return new ConversationError(failure, { cause: error });
  return new ConversationError(
    { ...failure, message: `The page leads to ${shortUrl(url)}. ${failure.message}` },
    { cause: error },
  );
}

function ofChromium(code: string, error: Error): Failure {
  if (code.startsWith('ERR_CERT_')) {
    const what = certificates[code] ?? `is not accepted (${code})`;
    return network('tls', `The page's certificate ${what}.`, 'Renew or correct the certificate.');
  }
  if (code.startsWith('ERR_SSL_')) {
    return network('tls', 'The page does not speak TLS at this address.', httpOrHttps);
  }
  if (code === 'ERR_TOO_MANY_REDIRECTS') {
    return network('too-many-redirects', 'The page redirects in a loop.');
  }
  if (code === 'ERR_ABORTED') {
    return network(
      'not-a-page',
      'The address does not lead to a page, but to a file or an empty response.',
    );
  }
  if (error.name === 'TimeoutError') {
    return network('page-timeout', 'The page did not load in time.', 'Check the page.');
  }
  if (code !== '') {
    return network('connection-closed', `The page could not be loaded (${code}).`);
  }
  return { class: 'internal', code: 'unexpected', message: `Parley failed: ${error.message}` };
}

export function pageStatus(status: number, statusText: string): ConversationError {
  const words = statusText ? `${status} (${statusText})` : String(status);
  const isAsked = status === 401 || status === 403;
  return new ConversationError({
    class: isAsked ? 'configuration' : 'network',
    code: 'http-status',
    message: `The page responded with status ${words}.`,
    hint: isAsked
      ? "The page requires a login or blocks Parley. Test a public page, or allow Parley's address."
      : 'Check the address of the page.',
  });
}

/** Descriptions of the parts that are searched for on the page, for messages. */
const parts = {
  open: 'what opens the widget',
  frame: 'the frame of the widget',
  input: 'the message field',
  send: 'the send button',
  reply: 'the replies',
  buttons: "the bot's buttons",
  typing: 'the typing indicator',
} as const;

export type Part = keyof typeof parts;

export const neverAppeared = (part: Part, selector: string, seconds: number, url: string) =>
  new ConversationError({
    class: 'configuration',
    code: 'selector-not-found',
    message: `"${selector}" (${part}: ${parts[part]}) did not appear on ${shortUrl(url)} within ${seconds} s.`,
    hint: 'Look at the screenshot. Check the selector, and whether something covers the widget or must be opened first.',
  });

export const cannotBeUsed = (part: Part, selector: string, detail: string) =>
  new ConversationError({
    class: 'configuration',
    code: 'selector-not-usable',
    message: `"${selector}" (${part}: ${parts[part]}) could not be used: ${detail}.`,
    hint: 'Look at the screenshot. Something may cover the element, or it may be disabled.',
  });

export const invalidSelector = (part: Part, selector: string) =>
  new ConversationError({
    class: 'configuration',
    code: 'invalid-selector',
    message: `"${selector}" (${part}) is not a selector.`,
    hint: 'Write a CSS selector such as #chat textarea, or a Playwright selector such as text=Chat.',
  });

export const pageLeft = (from: string, to: string, selector: string) =>
  new ConversationError({
    class: 'network',
    code: 'page-left',
    message: `The page went from ${shortUrl(from)} to ${shortUrl(to)}, where there is no "${selector}".`,
    hint: 'The screenshot shows the new page. Check what the bot or the page does at this step.',
  });

export const pageCrashed = () =>
  new ConversationError(
    network('page-crashed', 'The page crashed: it ran out of memory, or crashed the browser.'),
  );

export const pageClosed = () =>
  new ConversationError(network('page-closed', 'The page closed itself.'));

export const pageStuck = () =>
  new ConversationError(
    network('page-stuck', 'The page stopped responding: its scripts never finish.'),
  );

/** The error for a page whose scripts changed what its elements report about themselves. */
export const pageUnreadable = () =>
  new ConversationError(
    network('malformed-answer', 'The page cannot be read: its elements contain no text.'),
  );

const httpOrHttps = 'Check whether the address should start with http or https.';

function network(code: string, message: string, hint?: string): Failure {
  return { class: 'network', code, message, ...(hint && { hint }) };
}

const isSameOrigin = (a: string, b: string) =>
  URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin;

const shortUrl = (url: string) => (url.length > 200 ? `${url.slice(0, 200)}…` : url);
