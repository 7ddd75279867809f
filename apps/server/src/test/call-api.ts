/** Calls endpoints over HTTP with the types of the contract. */
import {
  type BodyInput,
  type Endpoint,
  type ErrorBody,
  isJsonType,
  type PathParams,
  type QueryInput,
  type ResponseBody,
} from '@parley/contract';

/** Options of a call. */
export interface TestCall<E extends Endpoint> {
  token?: string;
  params?: Partial<PathParams<E>>;
  query?: QueryInput<E>;
  body?: BodyInput<E>;
  headers?: Record<string, string>;
}

export interface TestAnswer<E extends Endpoint> {
  status: number;
  headers: Headers;
  /** Body as the contract declares it, if the call succeeded. */
  body: ResponseBody<E>;
  /** Error, if the call was refused. */
  error: ErrorBody['error'] | undefined;
  text: string;
}

/** Removes the request id from an error response, so that tests can compare responses. */
export const withoutRequestId = (refusal: string): string =>
  refusal.replace(/"requestId":"[^"]*",/, '');

export async function callApi<E extends Endpoint>(
  base: string,
  endpoint: E,
  { token, params = {}, query, body, headers = {} }: TestCall<E>,
): Promise<TestAnswer<E>> {
  const response = await fetch(addressOf(base, endpoint, { params, query }), {
    method: endpoint.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
  });
  const whole = await response.text();
  const text = response.ok ? whole : withoutRequestId(whole);
  const isJson = isJsonType(response.headers.get('content-type'));
  const parsed = isJson ? JSON.parse(text) : undefined;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? parsed : text,
    error: response.ok ? undefined : parsed?.error,
    text,
  };
}

/** Returns the URL of a call. */
export function addressOf<E extends Endpoint>(
  base: string,
  endpoint: E,
  { params = {}, query }: Pick<TestCall<E>, 'params' | 'query'>,
): string {
  return base + fillPath(endpoint.path, params) + toSearch(query);
}

function fillPath(path: string, params: Record<string, string | undefined>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The call needs a value for {${name}} of ${path}`);
    return encodeURIComponent(value);
  });
}

function toSearch(query: unknown): string {
  const entries: [string, unknown][] = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined,
  );
  const search = new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return search.size === 0 ? '' : `?${search}`;
}
