/** Relates log lines to an outage of the database; see outage.ts. */

/** Key for the outage in an error of the database. */
export const outageKey = Symbol('outage');

export interface Outage {
  /** Writes the line unless it would only say that the database is away. */
  judge(write: () => void): void;
}

/** @returns false if the line has nothing to do with a database */
export function judgeLine(error: unknown, write: () => void): boolean {
  const outage = outageOf(error);
  outage?.judge(write);
  return outage !== undefined;
}

/** Finds the outage of an error, also through its causes, since a library's error may wrap the marked one. */
function outageOf(error: unknown): Outage | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { [outageKey]: outage, cause } = error as { [outageKey]?: Outage; cause?: unknown };
  return outage ?? outageOf(cause);
}
