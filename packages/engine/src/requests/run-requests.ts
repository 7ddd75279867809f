/** Sends the requests before and after the conversation of a test. */
import {
  describeRequest,
  type Failure,
  fillAssertions,
  jsonIn,
  type MatchSettings,
  nameWithoutValue,
  parsePath,
  placeholdersIn,
  type RequestFinished,
  readPath,
  type SentRequest,
  type SuiteConfiguration,
  type SuiteRequest,
  type Test,
  type Values,
  whyNothingShows,
} from '@parley/suite';
import { isSecretName, maskMark } from '../channels/mask.ts';
import { withoutNamed } from '../channels/traffic.ts';
import { askSystem } from './run-check.ts';
import type { ReadAnswer, RequestSetup } from './send-request.ts';

export interface RequestsToSend {
  when: RequestFinished['when'];
  /** True for requests that are sent once for all tests of the run. */
  isOfRun?: boolean;
  requests: readonly SuiteRequest[];
  settings: MatchSettings;
  setup: RequestSetup;
  /** Names of values that are used as credentials. */
  credentials: ReadonlySet<string>;
  /** Called for each request when it has ended. */
  tell(finished: Omit<RequestFinished, 'type' | 'at' | 'test' | 'attempt'>): Promise<void>;
  /** Hides a value from all events of the test. */
  hide(secret: string): void;
}

/** The result of all requests: the values that they saved, and the first failure. */
export interface RequestsEnd {
  saved: Values;
  failure?: Failure;
  /** Time for which the values of the last request are valid, from when it was sent; absent if they do not expire. */
  lifetimeMs?: number;
}

/**
 * Sends the requests in order. Before a conversation, a failure stops the remaining requests; after it, all are sent. Throws
 * only when the run is stopped or an event cannot be stored.
 */
export async function runRequests(sending: RequestsToSend): Promise<RequestsEnd> {
  const { when, requests } = sending;
  const saved: Record<string, string> = {};
  let failure: Failure | undefined;
  for (const [place, one] of requests.entries()) {
    const ended = await sendOne(sending, one, place, saved);
    Object.assign(saved, ended.saved);
    failure ??= ended.failure;
    if (failure && when === 'before') break;
  }
  return { saved, ...(failure && { failure }) };
}

/** Sends one request, and fills it in with the values that requests before it saved. Throws like `runRequests`. */
export async function sendOne(
  {
    when,
    isOfRun = false,
    settings,
    setup,
    credentials,
    tell,
    hide,
  }: Omit<RequestsToSend, 'requests'>,
  one: SuiteRequest,
  place: number,
  savedBefore: Values,
): Promise<RequestsEnd> {
  const values = { ...setup.values, ...savedBefore };
  const { request, assertions, save = {} } = one;
  const missing = nameWithoutValue(one, values);
  if (missing !== undefined) {
    const sent = { method: request.method, url: withoutNamed(request.url), tries: 0, ms: 0 };
    const failure = neverSaved(missing, describeRequest({ ...request, url: sent.url }));
    await tell({ when, place, outcome: 'skipped', sent, verdicts: [], failure });
    return { saved: {} };
  }
  const asked = { ...setup, values };
  const { end, answer } = await askSystem(
    request,
    fillAssertions(assertions, values, { ...setup.saved, ...savedBefore }),
    settings,
    asked,
  );
  const { checked: sent, verdicts } = end;
  const found: RequestsEnd =
    end.outcome === 'passed' && answer ? savedFrom(answer, one, sent) : { saved: {} };
  const isSecret = (name: string) => credentials.has(name) || isSecretPath(name, save[name] ?? '');
  for (const [name, value] of Object.entries(found.saved)) if (isSecret(name)) hide(value);
  const cause = end.failure ?? found.failure;
  const failure = cause && failureOfRequest(when, isOfRun, cause);
  const shown = Object.fromEntries(
    Object.entries(found.saved).map(([name, value]) => [name, isSecret(name) ? maskMark : value]),
  );
  await tell({
    when,
    place,
    outcome: failure ? 'error' : 'passed',
    sent,
    verdicts,
    ...(failure && { failure }),
    ...(Object.keys(shown).length > 0 && { saved: shown }),
  });
  return {
    saved: found.saved,
    ...(found.lifetimeMs !== undefined && { lifetimeMs: found.lifetimeMs }),
    ...(failure && { failure }),
  };
}

/** @returns true if the name or the last part of the path suggests a secret */
export const isSecretPath = (name: string, path: string): boolean =>
  isSecretName.test(name) || isSecretName.test(path.split('.').at(-1) ?? '');

export const unreadableBody = ({ method, url }: SentRequest, why: string): Failure => ({
  class: 'configuration',
  code: 'check-unreadable',
  message: `The answer to ${method} ${url} cannot be saved. ${why}`,
  hint: 'Check the address and the credentials of the request.',
});

/** @returns the values to save from an answer, and the failure if one of them is missing */
function savedFrom(
  { status, body, ...answer }: ReadAnswer,
  { save = {}, assertions, expires }: SuiteRequest,
  sent: SentRequest,
): RequestsEnd {
  const saved: Record<string, string> = {};
  const keepsBody = Object.values(save).includes('body');
  const hidden = keepsBody && whyNothingShows(assertions, { status, body, ...answer });
  if (hidden) return { saved, failure: unreadableBody(sent, hidden) };
  for (const [name, path] of Object.entries(save)) {
    const value = valueInAnswer(path, { status, body });
    const isSingle =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    // Any reply contains an empty text, so a check with it would pass without proof.
    const isEmpty = typeof value === 'string' && value.trim() === '';
    if (!isSingle || isEmpty) {
      const what = isEmpty
        ? 'an empty text'
        : value === undefined || value === null
          ? 'nothing'
          : 'no single value';
      return {
        saved,
        failure: {
          class: 'configuration',
          code: 'not-saved',
          message: `The answer to ${sent.method} ${sent.url} has ${what} at ${path} to save as ${name}.`,
          hint: 'Correct the path under save, or assert the status that has the value.',
        },
      };
    }
    saved[name] = String(value);
  }
  if (typeof expires !== 'string') return { saved, ...(expires && { lifetimeMs: expires }) };
  const seconds = Number(valueAt(expires, body) ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0
    ? { saved, lifetimeMs: seconds * 1000 }
    : { saved, failure: withoutTime(sent, expires) };
}

const withoutTime = ({ method, url }: SentRequest, path: string): Failure => ({
  class: 'configuration',
  code: 'not-saved',
  message: `The answer to ${method} ${url} has no number of seconds at ${path}, so it is unknown when its values expire.`,
  hint: 'Correct the path under expires, or write a time such as 50m.',
});

/** @returns the value at a source of `save`: a path, `status` or `body`; undefined if there is none */
export const valueInAnswer = (
  source: string,
  { status, body }: Pick<ReadAnswer, 'status' | 'body'>,
): unknown => (source === 'status' ? status : source === 'body' ? body : valueAt(source, body));

function valueAt(path: string, body: string): unknown {
  const parsed = parsePath(path);
  const json = jsonIn(body);
  return parsed.problem !== undefined || json === undefined
    ? undefined
    : readPath(parsed.segments, json).value;
}

/** Turns a failure into one of the setup or the cleanup, which never counts against the bot. */
function failureOfRequest(
  when: RequestFinished['when'],
  isOfRun: boolean,
  { code, message, hint }: Failure,
): Failure {
  const isUnreachable = code === 'check-unreachable' || code === 'check-unavailable';
  return {
    class: 'configuration',
    code:
      when === 'after' ? 'clean-up-failed' : isUnreachable ? 'set-up-unreachable' : 'set-up-failed',
    message: `${when === 'after' ? 'The cleanup after the test' : isOfRun ? 'The setup of the run' : 'The setup of the test'} failed: ${message}`,
    ...(hint && { hint }),
  };
}

const neverSaved = (template: string, request: string): Failure => ({
  class: 'configuration',
  code: 'no-value',
  message: `${request} was not sent: ${template} was never saved.`,
  hint: 'An earlier request failed, so there may be nothing to clean up.',
});

/** @returns the names of variables that a suite uses as credentials for its bot or for other systems */
export function credentialNames(
  { channel, beforeAll = [], beforeEach = [], afterEach = [] }: SuiteConfiguration,
  { interactions }: Pick<Test, 'interactions'>,
): ReadonlySet<string> {
  const requests = [
    ...[...beforeAll, ...beforeEach, ...afterEach].map(({ request }) => request),
    ...interactions.flatMap(({ input }) => (input.kind === 'check' ? [input.request] : [])),
  ];
  const ofChannel = channel as
    | { headers?: Record<string, string>; auth?: Record<string, string>; secret?: string }
    | undefined;
  const texts = [
    ...requests.flatMap(({ headers = {} }) => Object.values(headers)),
    ...Object.values(ofChannel?.headers ?? {}),
    ...Object.values(ofChannel?.auth ?? {}).map(String),
    ofChannel?.secret ?? '',
  ];
  return new Set(texts.flatMap(placeholdersIn).map(({ name }) => name));
}
