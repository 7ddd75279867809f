/** Maximum length of a name. Names are keys of stored data about a test. */
export const nameLengthMax = 500;

/** Leaves room for a number after the name. */
const stemLengthMax = nameLengthMax - 20;

/** The name, shortened if it is longer than one may be. */
export function fittingName(name: string): string {
  return name.length > nameLengthMax ? stemOf(name) : name;
}

/** The beginning of a name that does not end in half of a surrogate pair. */
function stemOf(name: string): string {
  return name.slice(0, stemLengthMax).replace(/[\ud800-\udbff]$/, '');
}

/** Creates a function that returns a name, with a number appended if it was used before. */
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

/** Appends numbers to repeated names of tests, so that every name identifies one test. */
export function withUniqueNames<T extends { name: string }>(tests: T[]): T[] {
  const unique = uniqueNamer();
  return tests.map((test) => {
    const name = unique(test.name);
    return name === test.name ? test : { ...test, name };
  });
}
