/** The value of a search parameter; undefined if it is not one of the allowed values. */
type ReadValue<T> = (value: unknown) => T | undefined;

type ReadValues<Readers> = {
  [Name in keyof Readers]?: Readers[Name] extends ReadValue<infer T> ? T | undefined : never;
};

/**
 * Creates a `validateSearch` for incoming URLs, in which each named parameter is parsed by its reader. A rejected one becomes
 * undefined rather than absent, because the router merges the result over the URL. Other parameters stay and are ignored. All
 * routes' functions are in the entry chunk, so no schema library is used.
 */
export function searchValues<const Readers extends Record<string, ReadValue<unknown>>>(
  readers: Readers,
): (search: Record<string, unknown>) => ReadValues<Readers> {
  return (search) =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read(search[name])]),
    ) as ReadValues<Readers>;
}

/** Any non-empty text. A number with many digits stays text. */
export function text(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '' || typeof value === 'object') return;
  return String(value);
}

/** A text of at most `lengthMax` characters. */
export function shortText(lengthMax: number): ReadValue<string> {
  return (value) => {
    const given = text(value);
    return given !== undefined && given.length <= lengthMax ? given : undefined;
  };
}

/** An id of ours or of an identity provider. */
export const id = shortText(64);

export function oneOf<const Choice extends string>(choices: readonly Choice[]): ReadValue<Choice> {
  return (value) => choices.find((choice) => choice === value);
}

/** 1, 2, 3 … */
export function ordinal(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 1 ? (value as number) : undefined;
}

/** Parses a search value as JSON only if nothing is lost: a token with many digits stays text. */
export function parseExactly(written: string): unknown {
  const value: unknown = JSON.parse(written);
  if (typeof value !== 'string' && JSON.stringify(value) !== written) throw new Error('not exact');
  return value;
}
