/** Requests of a suite to the system of record, and their answers. Plain data. */
import type { Json } from '../format/model/json.ts';

export const requestMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type RequestMethod = (typeof requestMethods)[number];

export interface SystemRequest {
  method: RequestMethod;
  url: string;
  headers?: Record<string, string>;
  /** The body as JSON. At most one of `json` and `body` is set. */
  json?: Json;
  /** The body as text. */
  body?: string;
  /** Repeats the request until its assertions hold, for this long at most, in milliseconds. */
  withinMs?: number;
  /**
   * Repeats the request for this long after its assertions first held, in milliseconds: they have to hold each
   * time.
   */
  staysMs?: number;
}

/** A request that was sent, with the last answer. Secrets are masked. */
export interface SentRequest {
  method: RequestMethod;
  url: string;
  /** Number of times that it was sent. */
  tries: number;
  /** Milliseconds from the first try to the last answer. */
  ms: number;
  /** Milliseconds for which the assertions held before they no longer did; absent if they never held. */
  lostMs?: number;
  answer?: SystemAnswer;
}

export interface SystemAnswer {
  status: number;
  /** Media type from its header. */
  type?: string;
  /** The body, shortened if it is long. */
  body: string;
  /** Total number of characters, if `body` is only the beginning. */
  bodyLength?: number;
  /** True if the answer was reached through a redirect. */
  isRedirected?: true;
  /** True if it contained a secret, which was replaced with `***`. */
  isMasked?: true;
}

/** Characters of a body that are kept. */
export const answerLengthMax = 16_384;

/** @returns method and address as written in the suite */
export const describeRequest = ({ method, url }: SystemRequest): string => `${method} ${url}`;

/** @returns every text of a request that may hold templates */
export function requestTexts({ url, headers = {}, json, body }: SystemRequest): string[] {
  return [url, ...Object.values(headers), ...textsIn(json), ...(body === undefined ? [] : [body])];
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}

/** @returns JSON with all its texts changed, names included */
export function mapJsonTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapJsonTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapJsonTexts(item, change)]),
  );
}
