import { ApiRequestError } from './api.ts';

/** The server's own message, or the specified fallback. */
export function messageOr(error: unknown, fallback: string): string {
  return (error instanceof ApiRequestError && error.detail) || fallback;
}

/** The message of the first problem with the input, or the result of `messageOr`. */
export function reasonOr(error: unknown, fallback: string): string {
  const problem = error instanceof ApiRequestError ? error.problems[0] : undefined;
  return problem?.message ?? messageOr(error, fallback);
}
