/**
 * `validateSearch` for addresses that arrive from outside: the named parameters as texts. What is
 * none of them is dropped.
 */
export function searchTexts<Name extends string>(
  ...names: Name[]
): (search: Record<string, unknown>) => Partial<Record<Name, string>> {
  return (search) => {
    const texts: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const value = search[name];
      if (value !== undefined && value !== '' && typeof value !== 'object') {
        texts[name] = String(value);
      }
    }
    return texts;
  };
}

/** Reads a search value as JSON only where nothing is lost: a token of many digits stays a text. */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'string' && JSON.stringify(value) !== text) throw new Error('not exact');
  return value;
}
