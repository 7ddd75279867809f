/** Compares two runs. Tests are matched by key, steps by position. Pure. */
import { isBad, keyOf, type RunResult, type StepResult, type TestResult } from '@parley/suite';

/**
 * Change of a test between two runs. If the test was edited, a changed outcome need not be caused by the bot, so "edited"
 * takes precedence over "broken" and "mended".
 */
export type TestChange =
  | 'edited-and-broken'
  | 'broken'
  | 'edited'
  | 'mended'
  | 'changed'
  | 'added'
  | 'removed'
  | 'same';

export interface ComparedTest {
  /** Unique among the compared tests. */
  key: string;
  name: string;
  before: TestResult | undefined;
  after: TestResult | undefined;
  change: TestChange;
  /** Median latency of the replies in milliseconds; undefined without replies. */
  beforeMs: number | undefined;
  afterMs: number | undefined;
  steps: ComparedStep[];
}

export interface ComparedStep {
  before: StepResult | undefined;
  after: StepResult | undefined;
  isVerdictChanged: boolean;
  isWordingChanged: boolean;
  isExpectationChanged: boolean;
  isQuestionChanged: boolean;
}

export interface Comparison {
  /** In the order of the later run. Tests that are only in the earlier run come last. */
  tests: ComparedTest[];
  beforeMs: number | undefined;
  afterMs: number | undefined;
}

/** Keys of the tests that were edited between the runs, and of those that were not, as far as the server knows. */
export interface Edits {
  edited: readonly string[];
  unchanged: readonly string[];
}

export function compareRuns(
  before: RunResult,
  after: RunResult,
  edits: Edits = { edited: [], unchanged: [] },
): Comparison {
  const earlier = byKey(before.tests);
  const later = byKey(after.tests);
  const keys = [...later.keys(), ...[...earlier.keys()].filter((key) => !later.has(key))];
  return {
    tests: keys.map((key) => compareTests(key, earlier.get(key), later.get(key), edits)),
    beforeMs: medianLatency(before.tests),
    afterMs: medianLatency(after.tests),
  };
}

/** Maps tests by key. The second and later tests with the same key are told apart by number. */
function byKey(tests: readonly TestResult[]): Map<string, TestResult> {
  const seen = new Map<string, number>();
  return new Map(
    tests.map((test) => {
      const key = keyOf(test);
      const number = (seen.get(key) ?? 0) + 1;
      seen.set(key, number);
      return [JSON.stringify([key, number]), test];
    }),
  );
}

function compareTests(
  key: string,
  before: TestResult | undefined,
  after: TestResult | undefined,
  edits: Edits,
): ComparedTest {
  const count = Math.max(before?.steps.length ?? 0, after?.steps.length ?? 0);
  const steps = Array.from({ length: count }, (_, index) =>
    compareSteps(before?.steps[index], after?.steps[index]),
  );
  const isEdited = after !== undefined && isTestEdited(keyOf(after), steps, edits);
  return {
    key,
    name: (after ?? before)?.name ?? '',
    before,
    after,
    change: changeOf(before, after, steps, isEdited),
    beforeMs: before && medianLatency([before]),
    afterMs: after && medianLatency([after]),
    steps,
  };
}

function compareSteps(before: StepResult | undefined, after: StepResult | undefined): ComparedStep {
  const isBoth = before !== undefined && after !== undefined;
  return {
    before,
    after,
    isVerdictChanged: before?.outcome !== after?.outcome,
    isWordingChanged: isBoth && before.reply?.text !== after.reply?.text,
    isExpectationChanged: isBoth && before.expected !== after.expected,
    isQuestionChanged: isBoth && JSON.stringify(before.input) !== JSON.stringify(after.input),
  };
}

function isTestEdited(
  key: string,
  steps: readonly ComparedStep[],
  { edited, unchanged }: Edits,
): boolean {
  if (edited.includes(key)) return true;
  return !unchanged.includes(key) && isEditedIn(steps);
}

/** @returns true if steps were added or removed, or have another message or expectation */
const isEditedIn = (steps: readonly ComparedStep[]): boolean =>
  steps.some(
    ({ before, after, isExpectationChanged, isQuestionChanged }) =>
      !before || !after || isExpectationChanged || isQuestionChanged,
  );

function changeOf(
  before: TestResult | undefined,
  after: TestResult | undefined,
  steps: readonly ComparedStep[],
  isEdited: boolean,
): TestChange {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  if (isEdited) {
    const isBroken = before.outcome === 'passed' && isBad(after.outcome);
    return isBroken ? 'edited-and-broken' : 'edited';
  }
  if (before.outcome === 'passed' && isBad(after.outcome)) return 'broken';
  if (isBad(before.outcome) && after.outcome === 'passed') return 'mended';
  const isChanged =
    before.outcome !== after.outcome ||
    steps.some((step) => step.isVerdictChanged || step.isWordingChanged);
  return isChanged ? 'changed' : 'same';
}

function medianLatency(tests: readonly TestResult[]): number | undefined {
  const latencies = tests
    .flatMap(({ steps }) => steps.flatMap(({ reply }) => reply?.latencyMs ?? []))
    .sort((a, b) => a - b);
  return latencies[Math.floor((latencies.length - 1) / 2)];
}
