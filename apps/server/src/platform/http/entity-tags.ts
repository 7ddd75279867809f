/** Entity tags of the public API (RFC 9110): a program can request only what is new, and change only what it has read. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors/api-error.ts';

/**
 * @returns a strong tag of a body. It begins with the version, if there is one, since callers who see less of the body get
 * another hash.
 */
export function tagOf(body: string, version: unknown): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return typeof version === 'number' ? `"${version}.${hash}"` : `"${hash}"`;
}

/** Tells whether the caller has read exactly this before. */
export function isKnown(tag: string, { 'if-none-match': known }: IncomingHttpHeaders): boolean {
  return known !== undefined && (known.trim() === '*' || tagsIn(known).includes(tag));
}

/**
 * Returns the version that a change has to start from, as the caller read it.
 * @returns undefined if the caller does not say
 * @throws ApiError `precondition_failed` unless the header contains a single tag of something with versions
 */
export function versionToChange({ 'if-match': wanted }: IncomingHttpHeaders): number | undefined {
  if (wanted === undefined || wanted.trim() === '*') return undefined;
  const [tag = '', ...others] = tagsIn(wanted);
  const [, version] = /^"(\d{1,9})\./.exec(tag) ?? [];
  if (version === undefined || others.length > 0) throw new ApiError('precondition_failed');
  return Number(version);
}

/** Lists the tags in a header. Ignores the mark of weak tags, which compressing proxies add. */
const tagsIn = (header: string): string[] =>
  [...header.matchAll(/(?:W\/)?("[^"]*")/g)].map(([, tag = '']) => tag);
