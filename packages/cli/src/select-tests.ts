import { planRun, type Suite, type Test } from '@parley/suite';
import { UsageError } from './exit-codes.ts';

export interface Selection {
  /** A test counts if its name matches. */
  grep?: RegExp;
  /** A test counts if it or its suite has one of these. */
  tags: string[];
  /** A test does not count if it or its suite has one of these. */
  excludedTags: string[];
  /** Shard `part` (from 1) of `of`. */
  shard?: { part: number; of: number };
  /** Leaves out tests that need no second run. */
  isSettled?: IsSettled;
}

/** @param key of the test in its suite */
export type IsSettled = (suite: SelectableSuite, key: string) => boolean;

interface SelectableSuite {
  suite: Suite;
  path?: string;
}

/**
 * The suites with only the selected tests. Shards distribute tests one by one over all suites, so
 * that they have equal sizes whatever the files. Tests that a suite excludes by `only` stay
 * excluded, even if the `only` test is not selected.
 */
export function selectTests<T extends SelectableSuite>(suites: T[], selection: Selection): T[] {
  const { grep, tags, excludedTags, shard, isSettled } = selection;
  let dealt = 0;

  function counts(test: Test, key: string, file: T): boolean {
    const { suite } = file;
    const own = [...test.tags, ...(suite.configuration.tags ?? [])];
    if (grep && !grep.test(test.name)) return false;
    if (tags.length > 0 && !tags.some((tag) => own.includes(tag))) return false;
    if (excludedTags.some((tag) => own.includes(tag))) return false;
    if (shard && dealt++ % shard.of !== shard.part - 1) return false;
    return !isSettled?.(file, key);
  }

  return suites
    .map((file) => {
      const selected = planRun(file.suite).filter(({ test, key }) => counts(test, key, file));
      // With one of them, the run itself leaves the others out, and says so.
      const hasOnly = selected.some(({ test }) => test.mode === 'only');
      const tests = selected.map(
        ({ test, mode }): Test =>
          mode === 'skipped' && !hasOnly ? { ...test, mode: 'skip' } : test,
      );
      return { ...file, suite: { ...file.suite, tests } };
    })
    .filter(({ suite }) => suite.tests.length > 0);
}

/** Reads `2/3`. */
export function parseShard(text: string): { part: number; of: number } {
  const [, part = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  if (shard.part >= 1 && shard.part <= shard.of) return shard;
  throw new UsageError(`--shard is a part and a total such as 2/3, not "${text}".`);
}

/** Reads `smoke,!slow`: tags, and with an exclamation mark tags to leave out. */
export function parseTags(lists: string[]): Pick<Selection, 'tags' | 'excludedTags'> {
  const all = lists.flatMap((list) => list.split(',')).map((tag) => tag.trim());
  const named = all.filter(Boolean);
  return {
    tags: named.filter((tag) => !tag.startsWith('!')),
    excludedTags: named.filter((tag) => tag.startsWith('!')).map((tag) => tag.slice(1)),
  };
}

export function parseGrep(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch {
    throw new UsageError(`--grep is a regular expression; "${text}" is none.`);
  }
}
