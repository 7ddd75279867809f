import { type PlannedTest, planRun, type Suite, type Test } from '@parley/suite';
import { UsageError } from './exit-codes.ts';

export interface Selection {
  /** Selects tests whose names match. */
  grep?: RegExp;
  /** Selects tests that have one of these tags, or whose suite has one. */
  tags: string[];
  /** Leaves out tests that have one of these tags, or whose suite has one. */
  excludedTags: string[];
  /** Selects shard number `part` (from 1) of `of`. */
  shard?: { part: number; of: number };
  /** Leaves out tests that do not need to run again. */
  isSettled?: IsSettled;
}

/** @param planned the test with its mode in this run */
export type IsSettled = (suite: SelectableSuite, planned: PlannedTest) => boolean;

interface SelectableSuite {
  suite: Suite;
  path?: string;
}

/**
 * Reduces suites to the selected tests. Shards distribute tests one by one over all suites, so that shards have equal sizes
 * however large the files are. Tests that a suite excludes by `only` stay excluded, even if the `only` test is not selected.
 */
export function selectTests<T extends SelectableSuite>(suites: T[], selection: Selection): T[] {
  const { grep, tags, excludedTags, shard, isSettled } = selection;
  let dealt = 0;

  function counts(planned: PlannedTest, file: T): boolean {
    const { suite } = file;
    const { test } = planned;
    const own = [...test.tags, ...(suite.configuration.tags ?? [])];
    if (grep && !grep.test(test.name)) return false;
    if (tags.length > 0 && !tags.some((tag) => own.includes(tag))) return false;
    if (excludedTags.some((tag) => own.includes(tag))) return false;
    if (shard && dealt++ % shard.of !== shard.part - 1) return false;
    return !isSettled?.(file, planned);
  }

  return suites
    .map((file) => {
      const selected = planRun(file.suite).filter((planned) => counts(planned, file));
      // If an `only` test is selected, the run itself leaves out the others and reports them.
      const hasOnly = selected.some(({ test }) => test.mode === 'only');
      const tests = selected.map(
        ({ test, mode }): Test =>
          mode === 'skipped' && !hasOnly ? { ...test, mode: 'skip' } : test,
      );
      return { ...file, suite: { ...file.suite, tests } };
    })
    .filter(({ suite }) => suite.tests.length > 0);
}

/** Parses a shard such as `2/3`. */
export function parseShard(text: string): { part: number; of: number } {
  const [, part = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  if (shard.part >= 1 && shard.part <= shard.of) return shard;
  throw new UsageError(`--shard is a part and a total such as 2/3, not "${text}".`);
}

/** Parses tags such as `smoke,!slow`. A tag with an exclamation mark is excluded. */
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
