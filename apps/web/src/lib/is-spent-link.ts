import { ApiRequestError } from './api.ts';

/** The token of a link is wrong, used or over: asking again changes nothing. */
export function isSpentLink(error: unknown): boolean {
  return error instanceof ApiRequestError && [400, 401].includes(error.status);
}
