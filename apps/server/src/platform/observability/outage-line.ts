/** What a line of the log has to do with a database that is away; see outage.ts. */

/** Key for the outage in an error of the database. */
export const outageKey = Symbol('outage');

export interface Outage {
  /** Writes the line unless it would only say that the database is away. */
  judge(write: () => void): void;
}

/** Returns false where the line has nothing to do with a database. */
export function judgeLine(error: unknown, write: () => void): boolean {
  const outage = outageOf(error);
  outage?.judge(write);
  return outage !== undefined;
}

/** An error of a library may be a plain copy of the one that was marked. */
function outageOf(error: unknown): Outage | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { [outageKey]: outage, cause } = error as { [outageKey]?: Outage; cause?: unknown };
  return outage ?? outageOf(cause);
}
