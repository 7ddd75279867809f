import type { Failure } from '@parley/suite';
import type { HttpAnswer } from './exchange.ts';
import { isBusy, retryAfterMs } from './retry-after.ts';

/** Returns the failure that a status stands for; undefined for success. */
export function failureOfStatus(answer: HttpAnswer): Failure | undefined {
  const { status, body, retries } = answer;
  if (status >= 200 && status < 300) return undefined;
  const excerpt = body.toString('utf8', 0, 200).toWellFormed().replace(/\s+/g, ' ').trim();
  const said = excerpt ? ` It said: ${excerpt.replaceAll('\0', '')}` : '';
  const askedMs = isBusy(answer) ? retryAfterMs(answer.headers) : undefined;
  const wait = askedMs ? `, to be retried after ${Math.ceil(askedMs / 1000)} s` : '';
  const tries = retries
    ? ` It was asked again ${retries === 1 ? 'once' : `${retries} times`}.`
    : '';
  const message = `The bot answered with HTTP status ${status}${wait}.${tries}${said}`;
  const hint = askedMs === undefined ? hints[status] : busyHint;
  // The suite has to correct what is wrong with our request; other errors are the bot's.
  const isOurs = status >= 300 && status < 500 && status !== 408 && status !== 429;
  return {
    class: isOurs ? 'configuration' : 'network',
    code: isUnavailable.has(status) ? 'unavailable' : 'http-status',
    message,
    ...(hint && { hint }),
  };
}

/** Statuses of proxies and overload protection in front of a bot. */
const isUnavailable = new Set([429, 502, 503, 504]);

const busyHint =
  'Lower the concurrency of the suite, or raise replyTimeout if it is too short for the wait.';

const hints: Record<number, string> = {
  400: 'Check the request template of the channel.',
  401: 'Check the headers of the channel: the bot requires authentication.',
  403: 'Check the headers of the channel: the bot does not allow this request.',
  404: 'Check the path of the address.',
  405: 'Check the method of the channel.',
  415: 'Check the content-type header of the channel.',
  429: 'Lower the concurrency of the suite.',
};
