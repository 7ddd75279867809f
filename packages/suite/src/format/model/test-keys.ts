/**
 * The key of a test stays the same when its name or position changes. Data that outlives a run, such as history and quarantine,
 * is stored under it. The key is the one in the text, or else the name.
 */
import type { Test } from './suite.ts';
import { uniqueNamer } from './unique-names.ts';

/**
 * @returns a unique key for each test. If several tests have the same key, the first keeps it, because a copy comes after its
 * original. If the name of a test is the key of another, a number is appended, so that the test never takes over the history of
 * a renamed one.
 */
export function keysOf(tests: readonly Pick<Test, 'name' | 'key'>[]): string[] {
  const said = new Set<string>();
  const keys = tests.map(({ key }) => {
    if (key === undefined || said.has(key)) return undefined;
    said.add(key);
    return key;
  });
  const unique = uniqueNamer();
  for (const key of said) unique(key);
  for (const [index, { name }] of tests.entries()) {
    if (keys[index] === undefined && !said.has(name)) keys[index] = unique(name);
  }
  return tests.map(({ name }, index) => keys[index] ?? unique(name));
}

/** @returns the key of a test within a run */
export const keyOf = ({ name, key }: { name: string; key?: string | undefined }): string =>
  key ?? name;
