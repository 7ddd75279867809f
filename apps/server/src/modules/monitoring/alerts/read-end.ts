import { ApiError } from '../../../platform/errors/api-error.ts';

const endMaxMs = 366 * 86_400_000;

/** Parses the end of a pause or snooze, which must lie within the next year. `what` names it in errors, such as “A pause”. */
export function readEnd(text: string, what: string): Date {
  const until = new Date(text);
  const fromNow = until.getTime() - Date.now();
  if (fromNow > 0 && fromNow <= endMaxMs) return until;
  throw new ApiError('schedule_invalid', {
    message: fromNow > 0 ? `${what} can last a year at most.` : `${what} would have ended already.`,
    hint: 'Choose a date in the coming year.',
  });
}
