/**
 * Computes the metrics of conversations, tests and runs. Each conversation has one value per metric, or the value is missing.
 */
import type { StepResult, TestResult } from '../events/run-result.ts';
import { amountText } from '../tools/cost.ts';
import type { MetricReading } from './metric-source.ts';

/** The value of a metric in a conversation. */
export type MetricOfTry = Omit<MetricReading, 'name'>;

/** A metric over several conversations. */
export interface MetricFigures {
  name: string;
  /** Number of conversations with a value. */
  measured: number;
  /** Number of conversations whose value is missing. */
  missing: number;
  /** Number of tests with a value. */
  tests: number;
  /** Mean over tests, in which each test counts with the mean of its conversations; null if there are no values. */
  mean: number | null;
  /** Smallest value of a conversation; null if there are no values. `most` is the largest. */
  least: number | null;
  most: number | null;
  /** Why the first missing value is missing, as a sentence. */
  why?: string;
}

/** @returns the names of the metrics that the steps of a test measure */
export const metricsAsked = ({ steps, tries = [] }: TestResult): Set<string> =>
  new Set([...steps, ...tries.flatMap((one) => one.steps)].flatMap(({ metrics = [] }) => metrics));

/**
 * Computes the mean of the values that the steps of a conversation measured. If a step lacks its value, the whole
 * conversation's value is missing, because the mean of the others would be a different number.
 *
 * @returns undefined if no step measures the metric, or the conversation took a path without such a step
 */
export function metricOfTry(conversation: TestResult, name: string): MetricOfTry | undefined {
  const steps = conversation.steps.filter(({ metrics }) => metrics?.includes(name));
  if (steps.length === 0) return undefined;
  const { outcome, failure } = conversation;
  if (outcome !== 'passed' && outcome !== 'failed')
    return { why: 'A conversation did not finish.' };
  if ([failure?.code, failure?.remark?.code].includes('late-spans'))
    return { why: 'Spans arrived after their turn was judged.' };
  const isCutShort = steps.some((step) => step.outcome === 'pending');
  if (isCutShort && outcome === 'failed')
    return { why: 'A conversation ended before it was measured.' };
  const readings = steps.flatMap(playsOf).flatMap((step) => readingOf(step, name));
  if (readings.length === 0) return undefined;
  const lacking = readings.find(({ value }) => value === undefined);
  if (lacking) return { why: lacking.why ?? notMeasured };
  return { value: meanOf(readings.map(({ value = 0 }) => value)) };
}

const notMeasured = 'It was not measured.';

const playsOf = (step: StepResult): StepResult[] => [...(step.earlierPlays ?? []), step];

/** @returns the readings of a step in every play. If plays are not kept, the last play has their readings. */
function readingOf(
  { outcome, measurements = [], earlierMeasurements = [] }: StepResult,
  name: string,
): MetricOfTry[] {
  if (outcome === 'pending') return [];
  const isOfName = (one: MetricReading) => one.name === name;
  const found = measurements.filter(isOfName);
  const last = found.length > 0 ? found : [{ why: notMeasured }];
  return [...earlierMeasurements.filter(isOfName), ...last];
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** @returns the conversations of a test that count: the tries of its verdict, or its only conversation */
const heldOf = (test: TestResult): TestResult[] =>
  (test.repeat ? (test.tries ?? []).slice(0, test.judgedAfter) : [test]).filter(
    ({ attempt }) => attempt > 0,
  );

/** @returns the figures of all metrics of the tests, sorted by name */
export function metricFigures(tests: readonly TestResult[]): MetricFigures[] {
  const names = new Set(tests.flatMap((test) => [...metricsAsked(test)]));
  return [...names].toSorted().flatMap((name) => figuresOf(tests, name) ?? []);
}

function figuresOf(tests: readonly TestResult[], name: string): MetricFigures | undefined {
  const byTest = tests.map((test) => heldOf(test).flatMap((one) => metricOfTry(one, name) ?? []));
  const all = byTest.flat();
  if (all.length === 0) return undefined;
  const values = all.flatMap(({ value }) => value ?? []);
  const means = byTest.flatMap((tries) => {
    const known = tries.flatMap(({ value }) => value ?? []);
    return known.length > 0 ? [meanOf(known)] : [];
  });
  const why = all.find((one) => one.value === undefined)?.why;
  return {
    name,
    measured: values.length,
    missing: all.length - values.length,
    tests: means.length,
    mean: means.length > 0 ? meanOf(means) : null,
    least: values.length > 0 ? values.reduce((one, other) => Math.min(one, other)) : null,
    most: values.length > 0 ? values.reduce((one, other) => Math.max(one, other)) : null,
    ...(why !== undefined && { why }),
  };
}

/** @param parts figures of the same metric on different tests; at least one */
export function joinedFigures(parts: readonly MetricFigures[]): MetricFigures {
  const sum = (of: (part: MetricFigures) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  const tests = sum((part) => part.tests);
  const total = sum((part) => (part.mean ?? 0) * part.tests);
  const least = parts.flatMap((part) => part.least ?? []);
  const most = parts.flatMap((part) => part.most ?? []);
  const why = parts.find((part) => part.why !== undefined)?.why;
  return {
    name: parts[0]?.name ?? '',
    measured: sum((part) => part.measured),
    missing: sum((part) => part.missing),
    tests,
    mean: tests > 0 ? total / tests : null,
    least: least.length > 0 ? least.reduce((one, other) => Math.min(one, other)) : null,
    most: most.length > 0 ? most.reduce((one, other) => Math.max(one, other)) : null,
    ...(why !== undefined && { why }),
  };
}

/** @returns for example "0.82 on average (0.4 to 1) in 10 conversations, 2 missing: The reply has no value at $.score." */
export function metricInWords({
  measured,
  missing,
  mean,
  least,
  most,
  why,
}: MetricFigures): string {
  const many = measured === 1 ? '1 conversation' : `${measured} conversations`;
  const isOne = least === most;
  const found =
    mean === null || least === null || most === null
      ? 'missing'
      : measured === 1
        ? amountText(mean)
        : `${amountText(mean)} on average${isOne ? '' : ` (${amountText(least)} to ${amountText(most)})`} in ${many}`;
  if (missing === 0) return found;
  const apart =
    mean === null
      ? ` in ${missing === 1 ? '1 conversation' : `${missing} conversations`}`
      : `, ${missing} missing`;
  return `${found}${apart}: ${why ?? notMeasured}`;
}
