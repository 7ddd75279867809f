import { ApiRequestError } from './api.ts';

/** What the server said in its own words, or else the specified fallback of the store. */
export function messageOr(error: unknown, fallback: string): string {
  return (error instanceof ApiRequestError && error.detail) || fallback;
}
