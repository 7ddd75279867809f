/**
 * The key of a test lasts while its name and its place change. What is kept about a test beyond one run, such
 * as history and quarantine, is kept under its key. A test has the key that its text says, otherwise its name.
 */
import type { Test } from './suite.ts';
import { uniqueNamer } from './unique-names.ts';

/**
 * One key for each test, no two alike. Of two tests that say the same key the first has it, as a copy stands
 * behind what it was copied from. A test whose name is the key of another one gets a number behind it, so
 * that it never takes over the history of a test that was renamed.
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

/** @returns the key that a test of a run was kept under */
export const keyOf = ({ name, key }: { name: string; key?: string | undefined }): string =>
  key ?? name;
