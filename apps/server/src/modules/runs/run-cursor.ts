import { ApiError } from '../../platform/api-error.ts';
import type { RunPlace } from './runs.queries.ts';

/** Opaque to clients: time and id of the last run of a page. */
export function printCursor({ createdAt, id }: RunPlace): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url');
}

export function readCursor(cursor: string): RunPlace {
  const [, time, id] = /^(\d{1,15}) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time !== undefined && id !== undefined) return { createdAt: new Date(Number(time)), id };
  throw new ApiError('invalid_request', {
    problems: [{ path: 'cursor', message: 'Not a cursor that a page of runs ended with.' }],
  });
}
