/** Parses a search parameter. Undefined if the value is not allowed. */
type ReadValue<T> = (value: unknown) => T | undefined;

type ReadValues<Readers> = {
  [Name in keyof Readers]?: Readers[Name] extends ReadValue<infer T> ? T | undefined : never;
};

/**
 * Creates a `validateSearch` function that parses each named parameter with its reader. A rejected value becomes undefined
 * rather than absent, because the router merges the result over the URL. Other parameters stay in the URL and are ignored.
 * These functions are in the entry chunk for all routes, so they do not use a schema library.
 */
export function searchValues<const Readers extends Record<string, ReadValue<unknown>>>(
  readers: Readers,
): (search: Record<string, unknown>) => ReadValues<Readers> {
  return (search) =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(search[name])]),
    ) as ReadValues<Readers>;
}

/** Any non-empty text. Numbers are converted to text. */
export function text(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '' || typeof value === 'object') return;
  return String(value);
}

/** Returns a reader for a text of at most `lengthMax` characters. */
export function shortText(lengthMax: number): ReadValue<string> {
  return (value) => {
    const given = text(value);
    return given !== undefined && given.length <= lengthMax ? given : undefined;
  };
}

/** An id from Parley or an identity provider. */
export const id = shortText(64);

export function oneOf<const Choice extends string>(choices: readonly Choice[]): ReadValue<Choice> {
  return (value) => choices.find((choice) => choice === value);
}

/** A whole number from 1. */
export function ordinal(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 1 ? (value as number) : undefined;
}

/** Parses a search value as JSON. Throws if the value would change, so that a token with many digits stays text. */
export function parseExactly(written: string): unknown {
  const value: unknown = JSON.parse(written);
  if (typeof value !== 'string' && JSON.stringify(value) !== written) throw new Error('not exact');
  return value;
}
