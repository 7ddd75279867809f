import { StartError } from './start-error.ts';

/**
 * Returns what to print for an error that ended a program: only its message if the operator can fix it, or it is about the
 * command line or a system call; otherwise the error itself.
 */
export function whatWentWrong(error: unknown): unknown {
  const { code = '', message, syscall } = error as NodeJS.ErrnoException;
  const isPlain =
    error instanceof StartError || syscall !== undefined || code.startsWith('ERR_PARSE_ARGS');
  return isPlain ? message : error;
}
