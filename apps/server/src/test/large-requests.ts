/** The largest valid requests, generated from the contract: every text and list is as long as allowed. */
import type { Endpoint } from '@parley/contract';
import * as z from 'zod/mini';
import { addressOf } from './call-api.ts';
import type { LargeOrganization } from './large-organization.ts';
import type { Holdings } from './valid-requests.ts';
import { validBody, validQuery } from './valid-requests.ts';

/** Maximum length of a text in characters, so that requests keep a reasonable size. */
const textLengthMax = 1_048_576;

/** Maximum number of items in a list. */
const itemsMax = 1_000;

export interface PreparedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** Generates requests to an endpoint by the owner of an organization, the largest first. */
export function* largeRequests(
  base: string,
  endpoint: Endpoint,
  own: LargeOrganization,
): Generator<PreparedRequest> {
  const query = validQuery(endpoint);
  const url = addressOf(base, endpoint, {
    params: { slug: 'acme-status', ...own.holdings, userId: own.owner.userId } as never,
    ...(query && { query: query as never }),
  });
  const token = tokenOf(endpoint, own);
  const isOfShare = endpoint.path.includes('shared-runs');
  const bodies = isOfShare ? [{ token: own.shareToken }] : largeBodies(endpoint, own.holdings);
  for (const body of bodies)
    yield {
      url,
      method: endpoint.method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
}

function tokenOf({ access }: Endpoint, own: LargeOrganization): string | undefined {
  if (access === 'public') return undefined;
  return typeof access === 'object' && 'apiKey' in access ? own.key : own.owner.token;
}

/** Generates valid bodies: one that is as large as possible, ones in which only one part is large, and the usual one. */
function* largeBodies(endpoint: Endpoint, own: Holdings): Generator<unknown> {
  const body = validBody(endpoint, own);
  if (body === undefined || !endpoint.body) {
    yield body;
    return;
  }
  // Names and ids of existing things are not changed.
  const places = placesIn(body).filter(
    (place) => !Object.values(own).includes(valueAt(body, place) as string),
  );
  yield places.reduce<unknown>((large, place) => enlarged(endpoint, large, place), body);
  for (const place of places) yield enlarged(endpoint, body, place);
  yield body;
}

function enlarged(endpoint: Endpoint, body: unknown, place: Place): unknown {
  const schema = endpoint.body;
  if (!schema) return body;
  const fits = (value: unknown) =>
    z.safeParse(schema, value).success && JSON.stringify(value).length < bytesMaxOf(endpoint);
  const before = valueAt(body, place);
  return longest((size) => withValue(body, place, ofSize(before, size)), fits, body, before);
}

function bytesMaxOf({ access, bodyBytesMax }: Endpoint): number {
  return bodyBytesMax ?? (access === 'public' || access === 'optional' ? 16_384 : 262_144);
}

/** Finds the largest size that is still valid, by binary search. */
function longest(
  make: (size: number) => unknown,
  fits: (value: unknown) => boolean,
  unchanged: unknown,
  before: unknown,
): unknown {
  let least = sizeOf(before);
  if (least === undefined) return unchanged;
  let most = Array.isArray(before) ? itemsMax : textLengthMax;
  if (!fits(make(least))) return unchanged;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(make(middle))) least = middle;
    else most = middle - 1;
  }
  return make(least);
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) && value.length > 0 ? value.length : undefined;
}

function ofSize(value: unknown, size: number): unknown {
  if (Array.isArray(value))
    return Array.from({ length: size }, (_, at) => value[at] ?? numbered(value[0], at));
  const text = String(value);
  if (size <= text.length) return text;
  // Lengthens a suite with a comment at its end, as text or in a file.
  if (text.startsWith('configuration:')) return `${text}#${'x'.repeat(size - text.length - 1)}`;
  if (/^[A-Za-z0-9+/]{40,}=*$/.test(text)) return longerFile(text, size);
  return text + 'x'.repeat(size - text.length);
}

function longerFile(base64: string, size: number): string {
  const bytes = Buffer.from(base64, 'base64');
  const more = Math.max(0, Math.floor((size / 4) * 3) - bytes.length - 3);
  return Buffer.concat([bytes, Buffer.from(`#${'x'.repeat(more)}`)]).toString('base64');
}

const numbered = (value: unknown, at: number): unknown =>
  typeof value === 'string'
    ? value.includes('@')
      ? `${at}.${value}`
      : `${value}${at}`
    : structuredClone(value);

type Place = (string | number)[];

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inside = Object.entries(value).flatMap(([name, part]) =>
    placesIn(part).map((place) => [name, ...place]),
  );
  return Array.isArray(value) ? [...inside, []] : inside;
}

const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], value);

function withValue(value: unknown, place: Place, next: unknown): unknown {
  const copy = structuredClone(value);
  const last = place.at(-1);
  if (last === undefined) return next;
  (valueAt(copy, place.slice(0, -1)) as Record<string, unknown>)[last] = next;
  return copy;
}

/** Ranks endpoints by how destructive they are, so that destructive ones can come last; 0 means harmless. */
export const harmOf = ({ method, path }: Endpoint): number => {
  if (path === '/users/{id}') return 3;
  if (/sign-out|password|sessions|members\//.test(path)) return 2;
  return method === 'DELETE' ? 1 : 0;
};
