/** Requests of a suite to the system of record, and their responses, as plain data. */
import type { Json } from '../format/model/json.ts';

export const requestMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type RequestMethod = (typeof requestMethods)[number];

export interface SystemRequest {
  method: RequestMethod;
  url: string;
  headers?: Record<string, string>;
  /** The body as JSON. Only one of `json` and `body` is set. */
  json?: Json;
  /** The body as text. */
  body?: string;
  /** Maximum time in milliseconds to repeat the request until its assertions hold. */
  withinMs?: number;
  /** Milliseconds for which to repeat the request after its assertions first held. They have to hold each time. */
  staysMs?: number;
}

/** A request that was sent, with the last response. Secrets are masked. */
export interface SentRequest {
  method: RequestMethod;
  url: string;
  /** Number of times that the request was sent. */
  tries: number;
  /** Milliseconds from the first request to the last response. */
  ms: number;
  /** Milliseconds for which the assertions held before they failed again; absent if they did not. */
  lostMs?: number;
  answer?: SystemAnswer;
}

export interface SystemAnswer {
  status: number;
  /** Media type from the `content-type` header. */
  type?: string;
  /** The body, shortened if it is long. */
  body: string;
  /** Length of the whole body in characters, if `body` contains only its beginning. */
  bodyLength?: number;
  /** True if a redirect led to the response. */
  isRedirected?: true;
  /** True if the response contained a secret, which was replaced with `***`. */
  isMasked?: true;
}

/** Maximum number of characters of a body to keep. */
export const answerLengthMax = 16_384;

/** @returns the method and address as written in the suite */
export const describeRequest = ({ method, url }: SystemRequest): string => `${method} ${url}`;

/** @returns all texts of a request that can contain templates */
export function requestTexts({ url, headers = {}, json, body }: SystemRequest): string[] {
  return [url, ...Object.values(headers), ...textsIn(json), ...(body === undefined ? [] : [body])];
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}

/** @returns the JSON with all its texts changed, including keys */
export function mapJsonTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapJsonTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapJsonTexts(item, change)]),
  );
}
