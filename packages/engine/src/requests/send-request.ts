/** Sends one request of a suite to the system of record, over the same guarded egress as messages to the bot. */
import { ConversationError, type Egress, failureOf } from '@parley/egress';
import {
  escapeFor,
  type Failure,
  fillAddress,
  fillTemplate,
  mapJsonTexts,
  type SystemRequest,
  type Values,
} from '@parley/suite';
import { checkedHeaders } from '../channels/headers.ts';
import { httpSchemes } from '../channels/http/build-request.ts';
import { charsetOf, type HttpAnswer, type HttpRequest } from '../channels/http/exchange.ts';
import type { HttpConnections, HttpExchange } from '../channels/http/http-connections.ts';
import { isRedirect, redirected, tooManyRedirects } from '../channels/http/redirect.ts';
import { limits } from '../limits.ts';
import type { StopSignal } from '../run-stop.ts';

export interface RequestSetup {
  egress: Egress;
  http: HttpConnections;
  values: Values;
  /** The subset of `values` that came from the bot or the system. */
  saved?: Values;
  stop: StopSignal;
}

/** An answer as text. */
export interface ReadAnswer {
  status: number;
  type: string | undefined;
  body: string;
  /** True if the answer was reached through a redirect. */
  isRedirected?: true;
}

/**
 * Sends a request and follows its redirects.
 *
 * @throws ConversationError if there is no answer; its message is about the system, not the bot
 */
export async function sendRequest(
  request: SystemRequest,
  setup: RequestSetup,
  timeoutMs: number,
): Promise<ReadAnswer> {
  const { stop } = setup;
  try {
    stop.throwIfStopped();
    const { answer, hops } = await follow(builtRequest(request, setup), setup, timeoutMs);
    if (!answer) throw notInTime(timeoutMs);
    return { ...readAnswer(answer), ...(hops > 0 && { isRedirected: true }) };
  } catch (error) {
    stop.throwIfStopped();
    throw new ConversationError(aboutSystem(failureOf(error)), { cause: error });
  }
}

function builtRequest(
  { method, url, headers = {}, json, body }: SystemRequest,
  { egress, values }: RequestSetup,
): HttpRequest {
  const { origin, pathname, search } = egress.checkUrl(fillAddress(url, values), httpSchemes);
  const sent: Record<string, string> = {
    accept: 'application/json, */*;q=0.5',
    // A cached answer would show an earlier state.
    'cache-control': 'no-cache',
    'user-agent': 'Parley',
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(body !== undefined && { 'content-type': 'text/plain; charset=utf-8' }),
    ...checkedHeaders(headers, values),
  };
  const fill = (text: string) => fillTemplate(text, values);
  const escapeValue = escapeFor(sent['content-type'] ?? '');
  const text =
    json === undefined
      ? body && fillTemplate(body, values, escapeValue)
      : JSON.stringify(mapJsonTexts(json, fill));
  return {
    origin,
    path: pathname + search,
    method,
    headers: sent,
    ...(text !== undefined && { body: text }),
  };
}

async function follow(
  first: HttpRequest,
  { egress, http, stop }: RequestSetup,
  timeoutMs: number,
): Promise<{ answer: HttpAnswer | undefined; hops: number }> {
  const deadline = performance.now() + timeoutMs;
  let current: HttpExchange | undefined;
  const forget = stop.whenStopped(() => current?.abort());
  try {
    let request = first;
    for (let hops = 0; hops <= limits.redirectsMax; hops++) {
      current = http.exchange(request, deadline);
      const answer = await current.answer;
      stop.throwIfStopped();
      if (!answer || !isRedirect(answer)) return { answer, hops };
      request = redirected(request, answer, (url) => egress.checkUrl(url, httpSchemes));
    }
    throw tooManyRedirects();
  } finally {
    forget();
  }
}

function readAnswer({ status, headers, body }: HttpAnswer): ReadAnswer {
  const type = String(headers['content-type'] ?? '');
  return {
    status,
    type: type.split(';')[0]?.trim().toLowerCase() || undefined,
    body: decoded(body, charsetOf(type)).toWellFormed().replaceAll('\0', '\ufffd'),
  };
}

function decoded(body: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString('utf8');
  }
}

const notInTime = (timeoutMs: number) =>
  new ConversationError({
    class: 'network',
    code: 'request-timeout',
    message: `The system did not answer within ${timeoutMs / 1000} s.`,
    hint: 'Check the address and that the system is running.',
  });

/** Rewords a failure so that it is about the system: no test result may blame the bot for it. */
const aboutSystem = ({ message, hint, ...failure }: Failure): Failure => ({
  ...failure,
  message: inWords(message),
  ...(hint && { hint: inWords(hint) }),
});

const inWords = (text: string) =>
  text
    .replace(/\b([Tt])he bot\b/g, '$1he system')
    .replaceAll('of the channel in the suite', 'of the request in the suite');
