import { ApiRequestError } from './api.ts';

/** @returns true if the token of a link is invalid, used or expired, so that a retry would not help */
export function isSpentLink(error: unknown): boolean {
  return error instanceof ApiRequestError && [400, 401].includes(error.status);
}
