import { StartError } from './start-error.ts';

/** What to print of an error that ended a program: one line where it is about what was typed, or a file. */
export function whatWentWrong(error: unknown): unknown {
  const { code = '', message, syscall } = error as NodeJS.ErrnoException;
  const isPlain =
    error instanceof StartError || syscall !== undefined || code.startsWith('ERR_PARSE_ARGS');
  return isPlain ? message : error;
}
