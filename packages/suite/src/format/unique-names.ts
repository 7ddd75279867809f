/** Tests in which a repeated name got a number, so that a name finds one test. */
export function withUniqueNames<T extends { name: string }>(tests: T[]): T[] {
  const taken = new Set<string>();
  return tests.map((test) => {
    let name = test.name;
    for (let number = 2; taken.has(name); number += 1) name = `${test.name} (${number})`;
    taken.add(name);
    return name === test.name ? test : { ...test, name };
  });
}
