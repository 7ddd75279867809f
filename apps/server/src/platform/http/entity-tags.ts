/** Tags of what the public API returns, by which a program asks only for what is new and changes only what it has read (RFC 9110). */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors/api-error.ts';

/** @returns a strong tag of a body; what has versions has its own in front, since others may read less of it */
export function tagOf(body: string, version: unknown): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return typeof version === 'number' ? `"${version}.${hash}"` : `"${hash}"`;
}

/** Tells whether the caller has read exactly this before. */
export function isKnown(tag: string, { 'if-none-match': known }: IncomingHttpHeaders): boolean {
  return known !== undefined && (known.trim() === '*' || tagsIn(known).includes(tag));
}

/**
 * The version that a change may start from, as the caller read it.
 *
 * @returns undefined if the caller does not say
 * @throws ApiError `precondition_failed` for anything but one tag of something with versions
 */
export function versionToChange({ 'if-match': wanted }: IncomingHttpHeaders): number | undefined {
  if (wanted === undefined || wanted.trim() === '*') return undefined;
  const [tag = '', ...others] = tagsIn(wanted);
  const [, version] = /^"(\d{1,9})\./.exec(tag) ?? [];
  if (version === undefined || others.length > 0) throw new ApiError('precondition_failed');
  return Number(version);
}

/** A proxy that compresses makes tags weak; what they name is the same. */
const tagsIn = (header: string): string[] =>
  [...header.matchAll(/(?:W\/)?("[^"]*")/g)].map(([, tag = '']) => tag);
