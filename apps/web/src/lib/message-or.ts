import { ApiRequestError } from './api.ts';

/** What the server said in its own words, or else the specified fallback of the store. */
export function messageOr(error: unknown, fallback: string): string {
  return (error instanceof ApiRequestError && error.detail) || fallback;
}

/** The message of the first problem, or the result of `messageOr`. */
export function reasonOr(error: unknown, fallback: string): string {
  const problem = error instanceof ApiRequestError ? error.problems[0] : undefined;
  return problem?.message ?? messageOr(error, fallback);
}
