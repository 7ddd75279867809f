import { ApiError } from './api-error.ts';

/**
 * Returns a row that was found in scope.
 * @throws ApiError `not_found`, with no difference between unknown ids and those of other organizations
 */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new ApiError('not_found');
  return row;
}
