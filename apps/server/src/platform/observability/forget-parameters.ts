import { DrizzleQueryError } from 'drizzle-orm/errors';
import { causesOf } from '../errors/causes-of.ts';

/**
 * Removes query parameters from an error, whose message repeats them. They contain users' texts, including secrets, so call
 * this before an error is stored or shown anywhere.
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
