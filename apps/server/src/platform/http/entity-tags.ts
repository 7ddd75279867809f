/** Entity tags of the public API (RFC 9110). Clients can request only what is new, and change only what they have read. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors/api-error.ts';

/**
 * Creates the strong tag of a body. It starts with the version, if there is one, and ends with a hash, because callers with
 * fewer rights see a different body of the same version.
 */
export function tagOf(body: string, version: unknown): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return typeof version === 'number' ? `"${version}.${hash}"` : `"${hash}"`;
}

/** Tells if the caller has this exact body. */
export function isKnown(tag: string, { 'if-none-match': known }: IncomingHttpHeaders): boolean {
  return known !== undefined && (known.trim() === '*' || tagsIn(known).includes(tag));
}

/**
 * Returns the version that the caller read before changing it.
 * @returns undefined if the caller does not say
 * @throws ApiError `precondition_failed` unless the header contains a single tag with a version
 */
export function versionToChange({ 'if-match': wanted }: IncomingHttpHeaders): number | undefined {
  if (wanted === undefined || wanted.trim() === '*') return undefined;
  const [tag = '', ...others] = tagsIn(wanted);
  const [, version] = /^"(\d{1,9})\./.exec(tag) ?? [];
  if (version === undefined || others.length > 0) throw new ApiError('precondition_failed');
  return Number(version);
}

/** Lists the tags in a header, without the mark of weak tags, which compressing proxies add. */
const tagsIn = (header: string): string[] =>
  [...header.matchAll(/(?:W\/)?("[^"]*")/g)].map(([, tag = '']) => tag);
