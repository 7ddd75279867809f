import { ApiError } from './api-error.ts';

/**
 * Returns what was found in scope, or throws "not found", with no difference between foreign and
 * unknown ids.
 */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new ApiError('not_found');
  return row;
}
