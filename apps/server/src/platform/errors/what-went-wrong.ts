import { StartError } from './start-error.ts';

/**
 * Message for an error that ended a program: one line if it is about the command line or a file.
 */
export function whatWentWrong(error: unknown): unknown {
  const { code = '', message, syscall } = error as NodeJS.ErrnoException;
  const isPlain =
    error instanceof StartError || syscall !== undefined || code.startsWith('ERR_PARSE_ARGS');
  return isPlain ? message : error;
}
