import { type CheckedUrl, ConversationError } from '@parley/egress';
import type { HttpAnswer, HttpRequest } from './exchange.ts';

const redirects = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (answer: HttpAnswer): boolean =>
  redirects.has(answer.status) && answer.headers.location !== undefined;

/**
 * Builds the request that a redirect asks for. 303 asks for the answer with GET. Browsers treat 301 and 302 the same way and
 * lose the message, so both are refused for messages. 307 and 308 keep method and body, on the same origin only, because
 * messages must not reach a host that the suite does not name. Headers of the suite can be secrets, so they are dropped if the
 * origin changes.
 *
 * @param check throws if the target is refused
 */
export function redirected(
  request: HttpRequest,
  answer: HttpAnswer,
  check: (url: string) => CheckedUrl,
): HttpRequest {
  const location = String(answer.headers.location);
  if (!URL.canParse(location, request.origin + request.path)) {
    throw refused('The bot redirects to an invalid address.');
  }
  const target = check(new URL(location, request.origin + request.path).href);
  if (request.origin.startsWith('https:') && target.protocol === 'http:') {
    throw refused('The bot redirects from https to http.');
  }
  const isSameOrigin = target.origin === request.origin;
  if (request.method !== 'GET' && (answer.status === 301 || answer.status === 302)) {
    throw refused(
      `The bot redirects the message with status ${answer.status} to ${named(target)}.`,
    );
  }
  const keepsBody = answer.status === 307 || answer.status === 308;
  if (keepsBody && request.body !== undefined && !isSameOrigin) {
    throw refused(`The bot redirects to another host, ${target.origin}.`);
  }
  return {
    origin: target.origin,
    path: target.pathname + target.search,
    headers: isSameOrigin ? request.headers : {},
    events: request.events,
    traffic: request.traffic,
    isQuestion: request.isQuestion,
    ...(keepsBody
      ? { method: request.method, ...(request.body !== undefined && { body: request.body }) }
      : { method: 'GET' }),
  };
}

/** Formats an address without its query, which may contain a secret. */
const named = ({ origin, pathname, search }: CheckedUrl): string =>
  `${origin}${pathname}`.slice(0, 200) + (search ? '?…' : '');

export function tooManyRedirects(): ConversationError {
  return new ConversationError({
    class: 'network',
    code: 'too-many-redirects',
    message: 'The bot redirects too many times.',
    hint: 'Use the final address in the suite.',
  });
}

function refused(message: string): ConversationError {
  return new ConversationError({
    class: 'configuration',
    code: 'redirect-refused',
    message,
    hint: 'Use the final address in the suite.',
  });
}
