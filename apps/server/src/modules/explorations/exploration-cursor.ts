import { ApiError } from '../../platform/api-error.ts';

/** The last exploration of a page; the next page begins behind it. */
export interface ExplorationPlace {
  lastActiveAt: Date;
  id: string;
}

/** Opaque to clients. */
export function printCursor({ lastActiveAt, id }: ExplorationPlace): string {
  return Buffer.from(`${lastActiveAt.getTime()} ${id}`).toString('base64url');
}

export function readCursor(cursor: string): ExplorationPlace {
  const [, time, id] = /^(\d{1,15}) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time !== undefined && id !== undefined) return { lastActiveAt: new Date(Number(time)), id };
  throw new ApiError('invalid_request', {
    problems: [{ path: 'cursor', message: 'Not a cursor that a page of explorations ended with.' }],
  });
}
