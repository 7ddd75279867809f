/** Maximum length of a name in characters. Names are also keys of stored data. */
export const nameLengthMax = 500;

/** Maximum length of a shortened name, which leaves room for a number. */
const stemLengthMax = nameLengthMax - 20;

/** @returns the name, shortened if it exceeds `nameLengthMax` */
export function fittingName(name: string): string {
  return name.length > nameLengthMax ? stemOf(name) : name;
}

/** @returns the beginning of a name, without splitting a surrogate pair */
function stemOf(name: string): string {
  return name.slice(0, stemLengthMax).replace(/[\ud800-\udbff]$/, '');
}

/** Creates a function that makes names unique by appending a number to a name that was used before. */
export function uniqueNamer(): (name: string) => string {
  const taken = new Set<string>();
  // The next number for each name, so that a thousand tests of the same name do not take a million steps.
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

/** Appends numbers to repeated test names, so that every name identifies one test. */
export function withUniqueNames<T extends { name: string }>(tests: T[]): T[] {
  const unique = uniqueNamer();
  return tests.map((test) => {
    const name = unique(test.name);
    return name === test.name ? test : { ...test, name };
  });
}
