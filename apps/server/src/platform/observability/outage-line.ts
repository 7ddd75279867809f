/** Relates log lines to an outage of the database; see outage.ts. */

/** Key under which a database error refers to its outage. */
export const outageKey = Symbol('outage');

export interface Outage {
  /** Writes the line, unless it only repeats that the database is away. */
  judge(write: () => void): void;
}

/**
 * Passes the line to the outage that caused the error, if there is one.
 * @returns false if there is none, so that the caller has to write the line
 */
export function judgeLine(error: unknown, write: () => void): boolean {
  const outage = outageOf(error);
  outage?.judge(write);
  return outage !== undefined;
}

/** Finds the outage of an error or its causes, since a library may wrap the marked error. */
function outageOf(error: unknown): Outage | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { [outageKey]: outage, cause } = error as { [outageKey]?: Outage; cause?: unknown };
  return outage ?? outageOf(cause);
}
