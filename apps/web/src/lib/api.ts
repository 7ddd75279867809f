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

/** Milliseconds after which a request fails; longer than any API response takes. */
const timeoutMs = 30_000;
/** The same for files, which can be large and can wait in a queue on the server. */
const fileTimeoutMs = 600_000;
const retriesMax = 3;
const firstRetryDelayMs = 1000;
/** Total milliseconds that a read waits when the server asks to retry later. For longer waits, the error goes to the caller. */
const comeBackMsMax = 30_000;

/** A failed request. `message` is the specified text; `detail` and `hint` are the server's own texts. */
export class ApiRequestError extends Error {
  override readonly name = 'ApiRequestError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly problems: ErrorProblem[];
  /** Milliseconds until the server wants a retry, from `Retry-After`. */
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

/** @returns true if the requested item does not exist or is hidden from this user */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiRequestError && error.status === 404;
}

/** @returns true if the user is not allowed to do or see this */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiRequestError && error.status === 403;
}

/** @returns true if somebody else changed the item after it was read */
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

/** Arguments of `call`: path parameters, query and body of the endpoint, as in the contract. */
export type CallInput<E extends Endpoint> = Params<E> &
  Given<'query', Partial<QueryInput<E>>> &
  Given<'body', BodyInput<E>> & {
    signal?: AbortSignal;
    /** Base URL, if it is neither the organization's nor the dashboard's. */
    base?: string;
    /** Additional headers, for example a token that must not be in the URL. */
    headers?: Record<string, string>;
  };

/** The response body. Files are Blobs. */
export type CallResult<E extends Endpoint> = E['response'] extends 'file' ? Blob : ResponseBody<E>;

declare global {
  /** Requests by URL that the page started before this code was loaded; see build/return-visit.ts. */
  var askedAhead: Record<string, Promise<Response>> | undefined;
}

let organizationUrl = '';

/** Sets the API URL of the current organization. Null resets it to the dashboard's own origin. */
export function setApiBase(apiUrl: string | null): void {
  organizationUrl = apiUrl?.replace(/\/+$/, '') ?? '';
}

/**
 * Callbacks that other modules set. `unauthorized` is called when a token is rejected, `changed` after each successful
 * change.
 */
export const listeners = {
  unauthorized(): void {},
  changed(_: Endpoint, _params?: Record<string, string>): void {},
};

/**
 * Calls an endpoint of the contract. Authenticated calls carry the access token and are retried up to three times (after 1, 2
 * and 4 s) on authorization errors, because the token may have been refreshed in the meantime. A read that a busy server
 * refuses (503) is repeated after the time that the server requests.
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
  // Undefined if there is no body, so nothing is sent.
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

/**
 * Takes the response of a request that was started early. Each is used once, and none after a change, because it would be
 * outdated.
 */
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

/** Retries at the times that the server requests, up to `comeBackMsMax` in total. */
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

/**
 * Matches both "Unauthorized" and the header name `Authorization`. Status 401 also counts, because HTTP/2 has no status text.
 */
function speaksOfAuthorization(error: unknown): boolean {
  return (error as Partial<ApiRequestError>).status === 401 || /auth/i.test(String(error));
}

async function failureOf(response: Response): Promise<ApiRequestError> {
  const text = await response.text().catch(() => '');
  const { status, statusText, headers } = response;
  return new ApiRequestError(status, statusText, errorIn(text), retryAfterIn(headers));
}

/**
 * Reads `Retry-After` in milliseconds. Dates are not supported, because they are wrong if the clocks of server and browser
 * differ.
 */
function retryAfterIn(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after'));
  return seconds >= 1 ? seconds * 1000 : undefined;
}

function errorIn(text: string): ErrorBody['error'] | undefined {
  try {
    return (JSON.parse(text) as Partial<ErrorBody>).error;
  } catch {
    // A proxy's HTML page or an empty body. The status says enough.
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
 * Base URL of an endpoint. Endpoints below /api/auth use the dashboard's own origin, because their session cookie belongs to
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
