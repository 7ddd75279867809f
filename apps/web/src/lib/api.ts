import {
  type BodyInput,
  type Endpoint,
  type ErrorBody,
  type ErrorCode,
  type ErrorProblem,
  type PathParams,
  type QueryInput,
  type ResponseBody,
  tabHeader,
} from '@parley/contract';
import { readToken } from './jwt.ts';
import { randomKey } from './random-key.ts';
import { tabName } from './tab-name.ts';

/** Longer than any response of the API takes, in milliseconds. A request that hangs ends as an error. */
const timeoutMs = 30_000;
/** Timeout in milliseconds for a whole file, which may be large and may have to wait in a queue. */
const fileTimeoutMs = 600_000;
const retriesMax = 3;
const firstRetryDelayMs = 1000;
/**
 * Total time that a read waits for a server that says when to retry; longer waits are left to the
 * caller.
 */
const comeBackMsMax = 30_000;

/** A request that failed. `message` is the specified text; `detail` and `hint` are the server's own words. */
export class ApiRequestError extends Error {
  override readonly name = 'ApiRequestError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly problems: ErrorProblem[];
  /** When the server asks to retry, from `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(
    status: number,
    statusText: string,
    body?: ErrorBody['error'],
    retryAfterMs?: number,
  ) {
    // HTTP/2 has no status text.
    super(`API request failed: ${statusText || status}`);
    this.status = status;
    this.code = body?.code;
    this.detail = body?.message;
    this.hint = body?.hint;
    this.problems = body?.problems ?? [];
    this.retryAfterMs = retryAfterMs;
  }
}

/** The requested item does not exist, or not for this user. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiRequestError && error.status === 404;
}

/** The user may not do this, or not see it. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiRequestError && error.status === 403;
}

/** The item was changed by others since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiRequestError && error.code === 'conflict';
}

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? Partial<Record<Name, undefined>>
  : undefined extends Value
    ? Partial<Record<Name, Value>>
    : Record<Name, Value>;

type Params<E extends Endpoint> = [keyof PathParams<E>] extends [never]
  ? { params?: undefined }
  : { params: PathParams<E> };

/** Arguments of `call` for an endpoint: path parameters, query and body as in the contract. */
export type CallInput<E extends Endpoint> = Params<E> &
  Given<'query', Partial<QueryInput<E>>> &
  Given<'body', BodyInput<E>> & {
    signal?: AbortSignal;
    /** Base address, if it is neither the organization's nor the dashboard's. */
    base?: string;
    /** Additional headers, for a token that must not be in the URL. */
    headers?: Record<string, string>;
  };

/** The response; a file is a Blob. */
export type CallResult<E extends Endpoint> = E['response'] extends 'file' ? Blob : ResponseBody<E>;

declare global {
  /**
   * Requests that the page started before this code was loaded, by address; see
   * build/return-visit.ts.
   */
  var askedAhead: Record<string, Promise<Response>> | undefined;
}

let organizationUrl = '';

/** The current organization's own API address; null returns to the default, the dashboard's own origin. */
export function setApiBase(apiUrl: string | null): void {
  organizationUrl = apiUrl?.replace(/\/+$/, '') ?? '';
}

/** Callbacks set by other modules: for a rejected token, and for each successful change with its path parameters. */
export const listeners = {
  unauthorized(): void {},
  changed(_: Endpoint, _params?: Record<string, string>): void {},
};

/**
 * Calls an endpoint of the contract. Authenticated calls carry the access token and are retried up
 * to three times (after 1, 2 and 4 s) on authorization errors, since the token may have been
 * refreshed in the meantime. A read that a busy server postpones (503) is repeated when it asks for
 * it.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<CallResult<E>> {
  const base = input.base ?? baseOf(endpoint);
  const url = base + pathOf(endpoint.path, input.params) + searchOf(input.query);
  const key = endpoint.idempotent ? randomKey() : undefined;
  const sendNow = () => sendOnce(endpoint, url, input, key);
  const send = endpoint.method === 'GET' ? () => comingBack(sendNow, input.signal) : sendNow;
  const answer =
    endpoint.access === 'public' ? await send() : await withRetries(send, input.signal);
  const content = (await contentOf(endpoint, answer)) as CallResult<E>;
  if (endpoint.method !== 'GET') listeners.changed(endpoint, input.params);
  return content;
}

async function sendOnce(
  endpoint: Endpoint,
  url: string,
  input: { body?: unknown; signal?: AbortSignal; headers?: Record<string, string> },
  idempotencyKey: string | undefined,
): Promise<Response> {
  const token = endpoint.access === 'public' ? null : readToken();
  // Undefined without a body: then nothing is sent.
  const body = JSON.stringify(input.body);
  const deadline = AbortSignal.timeout(endpoint.response === 'file' ? fileTimeoutMs : timeoutMs);
  const ahead = takeAhead(endpoint, url);
  const response = await (ahead ??
    fetch(url, {
      method: endpoint.method,
      headers: {
        ...((body ?? token) && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        ...(endpoint.changes && { [tabHeader]: tabName }),
        ...input.headers,
      },
      ...(body && { body }),
      signal: input.signal ? AbortSignal.any([input.signal, deadline]) : deadline,
    }));
  if (!response.ok) throw await failureOf(response);
  return response;
}

/** A response is used once, and never after a change, because it would be outdated. */
function takeAhead({ method }: Endpoint, url: string): Promise<Response> | undefined {
  if (method !== 'GET') globalThis.askedAhead = undefined;
  const answer = globalThis.askedAhead?.[url];
  delete globalThis.askedAhead?.[url];
  return answer;
}

async function withRetries<T>(send: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await send();
    } catch (error) {
      if (retry === retriesMax || !speaksOfAuthorization(error) || signal?.aborted) throw error;
      if (retry === 0) listeners.unauthorized();
      await delay(firstRetryDelayMs * 2 ** retry);
    }
  }
}

/** Retries when the server asks for it, until the time is used up. */
async function comingBack<T>(send: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let waitedMs = 0; ; ) {
    try {
      return await send();
    } catch (error) {
      const waitMs = putOffMs(error);
      if (waitMs === undefined || waitedMs + waitMs > comeBackMsMax || signal?.aborted) throw error;
      waitedMs += waitMs;
      await delay(waitMs);
      if (signal?.aborted) throw error;
    }
  }
}

function putOffMs(error: unknown): number | undefined {
  return error instanceof ApiRequestError && error.status === 503 ? error.retryAfterMs : undefined;
}

/** Matches both "Unauthorized" and the header name `Authorization`. HTTP/2 has no status text, so 401 counts as well. */
function speaksOfAuthorization(error: unknown): boolean {
  return (error as Partial<ApiRequestError>).status === 401 || /auth/i.test(String(error));
}

async function failureOf(response: Response): Promise<ApiRequestError> {
  const text = await response.text().catch(() => '');
  const { status, statusText, headers } = response;
  return new ApiRequestError(status, statusText, errorIn(text), retryAfterIn(headers));
}

/**
 * Value of `Retry-After` in milliseconds. Only seconds are supported, because a date would be wrong if the clocks of server
 * and browser differ.
 */
function retryAfterIn(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after'));
  return seconds >= 1 ? seconds * 1000 : undefined;
}

function errorIn(text: string): ErrorBody['error'] | undefined {
  try {
    return (JSON.parse(text) as Partial<ErrorBody>).error;
  } catch {
    // A proxy's page or nothing at all: the status says enough.
    return undefined;
  }
}

function contentOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (endpoint.response === 'nothing') return Promise.resolve(undefined);
  if (endpoint.response === 'text') return response.text();
  if (endpoint.response === 'file') return response.blob();
  return response.json();
}

/**
 * Base address of an endpoint. The identity routes use the dashboard's own origin, because their session cookie belongs to
 * it.
 */
function baseOf({ path }: Endpoint): string {
  return path.startsWith('/api/auth/') ? '' : organizationUrl;
}

function pathOf(path: string, params: Record<string, string> | undefined): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
}

function searchOf(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
