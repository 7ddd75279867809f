/** Names are keys of stored data about a test. */
export const nameLengthMax = 500;

/** Leaves room for the number behind a name. */
const stemLengthMax = nameLengthMax - 20;

/** The name, shortened if it is longer than one may be. */
export function fittingName(name: string): string {
  return name.length > nameLengthMax ? stemOf(name) : name;
}

/** Not ending in half of a surrogate pair. */
function stemOf(name: string): string {
  return name.slice(0, stemLengthMax).replace(/[\ud800-\udbff]$/, '');
}

/** Gives a name back, with a number behind it if it was given before. */
export function uniqueNamer(): (name: string) => string {
  const taken = new Set<string>();
  // Where the search for a number goes on, so that a thousand tests of one name are not a million steps.
  const numbers = new Map<string, number>();
  return (name) => {
    let unique = name;
    const stem = stemOf(name);
    let number = numbers.get(stem) ?? 2;
    for (; taken.has(unique); number += 1) unique = `${stem} (${number})`;
    numbers.set(stem, number);
    taken.add(unique);
    return unique;
  };
}

/** Tests in which a repeated name got a number, so that a name finds one test. */
export function withUniqueNames<T extends { name: string }>(tests: T[]): T[] {
  const unique = uniqueNamer();
  return tests.map((test) => {
    const name = unique(test.name);
    return name === test.name ? test : { ...test, name };
  });
}
