/** Cursors: positions in a list, opaque to clients. A cursor contains the sort keys of the last row. */
import { ApiError } from '../errors/api-error.ts';

export function printCursor(place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * Reads a cursor of `length` sort keys.
 * @throws ApiError `invalid_request` if no page can have ended with it
 */
export function readCursor(cursor: string, length: number): string[] {
  const place = parse(Buffer.from(cursor, 'base64url').toString());
  const isPlace =
    Array.isArray(place) &&
    place.length === length &&
    place.every((part) => typeof part === 'string' && !part.includes('\0'));
  if (isPlace) return place as string[];
  throw notACursor();
}

/**
 * Reads a time from a cursor, in milliseconds since the epoch. Refuses more than 14 digits, so that the year never needs a
 * sign.
 */
export function readTime(text: string): Date {
  if (!/^\d{1,14}$/.test(text)) throw notACursor();
  return new Date(Number(text));
}

export function notACursor(): ApiError {
  return new ApiError('invalid_request', {
    problems: [{ path: 'cursor', message: 'This cursor does not belong to this list.' }],
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Cuts a page of `limit` rows from rows that were queried with one beyond the limit. The cursor of the next page is null at the
 * end.
 */
export function cutPage<T>(
  rows: readonly T[],
  limit: number,
  placeOf: (row: T) => readonly string[],
): { rows: T[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isMore = last !== undefined && rows.length > limit;
  return { rows: page, nextCursor: isMore ? printCursor(placeOf(last)) : null };
}
