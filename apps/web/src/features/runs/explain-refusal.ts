import { ApiRequestError } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';

/** Explains why a run was not started and what to do about it. */
export function explainRefusal(error: unknown): { title: string; description?: string } {
  const title = messageOr(error, 'Failed to start the run');
  if (!(error instanceof ApiRequestError)) return { title };
  const [problem] = error.problems;
  const description = problem ? `${problem.message} ${problem.hint ?? ''}`.trim() : error.hint;
  return { title, ...(description !== undefined && { description }) };
}
