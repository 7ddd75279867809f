/**
 * Edits of a suite. They are pure: each takes a suite and returns a new one. The editor writes the result back into the text,
 * so this file does not depend on how a suite is written.
 */
import type { StoredSuite } from '@parley/contract';
import {
  type Assertion,
  canonicalKey,
  type Interaction,
  keysOf,
  parseSuite,
  type Suite,
  type SuiteConfiguration,
  type Test,
} from '@parley/suite';

/** A new expectation, which every reply meets. */
export const emptyAssertion: Assertion = {
  property: 'prompt',
  operator: 'contains',
  expected: [''],
  negated: false,
};

export function isEmptyAssertion(assertion: Assertion): boolean {
  return JSON.stringify(assertion) === JSON.stringify(emptyAssertion);
}

export const emptyInteraction: Interaction = {
  input: { kind: 'text', text: '' },
  assertions: [],
  branches: [],
  settings: {},
};

export function insertAt<Item>(items: Item[], index: number, item: Item): Item[] {
  return [...items.slice(0, index), item, ...items.slice(index)];
}

export function removeAt<Item>(items: Item[], index: number): Item[] {
  return items.filter((_, at) => at !== index);
}

/** Moves an item. `to` is its index after the move. */
export function moveTo<Item>(items: Item[], from: number, to: number): Item[] {
  const moved = items[from];
  return moved === undefined ? items : insertAt(removeAt(items, from), to, moved);
}

export function replaceAt<Item>(items: Item[], index: number, change: (item: Item) => Item) {
  return items.map((item, at) => (at === index ? change(item) : item));
}

/**
 * Finds a free name for a test by appending a number: `Greeting`, `Greeting 2`, `Greeting 3` and so on. Names are unique,
 * because runs select tests by name. Earlier names of other tests are not used either, because they are keys of those tests'
 * histories.
 */
export function freeTestName(suite: Suite, wanted: string): string {
  const taken = new Set([...suite.tests.map((test) => test.name), ...keysOf(suite.tests)]);
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/ \d+$/, '');
  let number = 2;
  while (taken.has(`${stem} ${number}`)) number += 1;
  return `${stem} ${number}`;
}

export function addTest(suite: Suite, index: number): Suite {
  const test: Test = {
    name: freeTestName(suite, 'New test'),
    mode: 'normal',
    tags: [],
    interactions: [emptyInteraction],
  };
  return { ...suite, tests: insertAt(suite.tests, index, test) };
}

export function cloneTest(suite: Suite, index: number): Suite {
  const original = suite.tests[index];
  if (!original) return suite;
  // The history stays with the original.
  const { key, ...copied } = structuredClone(original);
  const copy = { ...copied, name: freeTestName(suite, original.name) };
  return { ...suite, tests: insertAt(suite.tests, index + 1, copy) };
}

export function deleteTest(suite: Suite, index: number): Suite {
  return { ...suite, tests: removeAt(suite.tests, index) };
}

export function moveTest(suite: Suite, from: number, to: number): Suite {
  return { ...suite, tests: moveTo(suite.tests, from, to) };
}

export function changeTest(
  suite: Suite,
  index: number,
  change: { [Part in keyof Test]?: Test[Part] | undefined },
): Suite {
  return {
    ...suite,
    tests: replaceAt(suite.tests, index, (test) => withoutUndefined({ ...test, ...change })),
  };
}

/** @returns false for an empty name and for the name of another test, which the text could not store */
export function canBeNamed({ tests }: Suite, index: number, name: string): boolean {
  return name.trim() !== '' && !tests.some((test, at) => at !== index && test.name === name);
}

/**
 * Renames a test. An invalid name changes nothing. A saved test keeps its history, because the text keeps its key. An unsaved
 * test has no history.
 */
export function renameTest(
  suite: Suite,
  index: number,
  name: string,
  storedKeys: ReadonlySet<string>,
): Suite {
  if (!canBeNamed(suite, index, name)) return suite;
  const key = keysOf(suite.tests)[index];
  const isKept = key !== undefined && key !== name && storedKeys.has(key);
  return changeTest(suite, index, { name, key: isKept ? key : undefined });
}

const keysByText = new WeakMap<StoredSuite, ReadonlySet<string>>();

/** Keys of the tests in a stored suite. Each text is parsed only once. */
export function storedKeysOf(stored: StoredSuite): ReadonlySet<string> {
  const known = keysByText.get(stored) ?? new Set(keysOf(parseSuite(stored.source).suite.tests));
  keysByText.set(stored, known);
  return known;
}

export function changeInteractions(
  suite: Suite,
  test: number,
  change: (interactions: Interaction[]) => Interaction[],
): Suite {
  return {
    ...suite,
    tests: replaceAt(suite.tests, test, (old) => ({
      ...old,
      interactions: change(old.interactions),
    })),
  };
}

/** Changes settings. The value undefined removes a setting, so that its default applies. */
export function changeConfiguration(suite: Suite, change: Partial<SuiteConfiguration>): Suite {
  const { extra, ...settings } = suite.configuration;
  // Drops invalid values of these settings. A key in the text has no unit: `timeout`, not `timeoutMs`.
  const changed = new Set(Object.keys(change).map((key) => key.replace(/Ms$/, '')));
  const kept = Object.entries(extra ?? {}).filter(([key]) => !changed.has(canonicalKey(key)));
  return {
    ...suite,
    configuration: withoutUndefined({
      ...settings,
      ...(kept.length > 0 && { extra: Object.fromEntries(kept) }),
      ...change,
    }),
  };
}

/** Drops properties with the value undefined, which would otherwise be printed. */
export function withoutUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, entry]) => entry !== undefined),
  ) as Value;
}
