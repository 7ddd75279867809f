import { DrizzleQueryError } from 'drizzle-orm/errors';
import { causesOf } from '../errors/causes-of.ts';

/**
 * Removes query parameters from an error, whose message repeats them: people's texts, including
 * secrets. Call it before an error is written anywhere.
 */
export function forgetParameters<E>(error: E): E {
  for (const cause of causesOf(error)) {
    if (!(cause instanceof DrizzleQueryError)) continue;
    const repeated = `\nparams: ${cause.params}`;
    cause.message = cause.message.replace(repeated, '');
    cause.stack = cause.stack?.replace(repeated, '') ?? '';
    cause.params = [];
  }
  return error;
}
