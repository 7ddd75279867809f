import { ApiRequestError } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';

/** What is wrong with the first thing that is wrong, or else what the server said, or the fallback. */
export function reasonOr(error: unknown, fallback: string): string {
  const problem = error instanceof ApiRequestError ? error.problems[0] : undefined;
  return problem?.message ?? messageOr(error, fallback);
}
