import { DrizzleQueryError } from 'drizzle-orm/errors';
import { causesOf } from '../errors/causes-of.ts';

/**
 * Takes out of an error what a query was asked with, which its message repeats: texts of people,
 * secrets among them. To be called before an error is written down anywhere.
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
