import { ApiError } from './api-error.ts';

/** What was looked for in scope, or "not found": the same for what is elsewhere and what is nowhere. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new ApiError('not_found');
  return row;
}
