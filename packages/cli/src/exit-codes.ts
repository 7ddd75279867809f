/** Exit codes of `parley`. docs/cli.md lists them; they never change their meaning. */
export const exitCodes = {
  passed: 0,
  /** At least one test failed, or is undecided after a single try. */
  failed: 1,
  /** The command line is invalid, or names a report file that can't be opened. */
  usage: 2,
  /** A suite can't be read or has errors; nothing was run. */
  invalidSuite: 3,
  /**
   * No test failed, but tests were interrupted, nothing was tested, the server could not be reached, a report could not be
   * written, or `--strict` does not accept the result.
   */
  error: 4,
  /** The worst result is a repeated test with inconclusive tries, or `--max-cost` stopped the runs. */
  undecided: 5,
  /** Ctrl-C or another termination signal: 128 plus the number of SIGINT, as in shells. */
  cancelled: 130,
} as const;

/** Ends the program with an exit code and a message instead of a stack trace. */
export class CommandError extends Error {
  readonly exitCode: number;
  /** Code of the API, if a server refused something. */
  code?: string | undefined;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** An error in the command line. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, exitCodes.usage);
  }
}
