/** Gives a name back, with a number behind it if it was given before. */
export function uniqueNamer(): (name: string) => string {
  const taken = new Set<string>();
  // Where the search for a number goes on, so that a thousand tests of one name are not a million steps.
  const numbers = new Map<string, number>();
  return (name) => {
    let unique = name;
    let number = numbers.get(name) ?? 2;
    for (; taken.has(unique); number += 1) unique = `${name} (${number})`;
    numbers.set(name, number);
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
