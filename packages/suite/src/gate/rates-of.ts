/** Counts how many tries or replies of a test pass, fail, or show nothing. */
import { type Sample, unbiasedRate } from '@parley/statistics/compare';
import type { StepResult, TestResult } from '../events/run-result.ts';
import type { EvidenceMetric, Metric, NumberMetric } from '../format/model/gate.ts';
import { metricOfTry, metricsAsked } from '../metrics/metric-figures.ts';
import { shows } from '../repeat/tally.ts';
import { shownByTry } from './evidence-of-tries.ts';

/** Counts of one test for a metric. */
export interface TestShare {
  passed: number;
  failed: number;
  /** Number of tries or replies that show nothing, including planned tries that did not take place. */
  missing: number;
  /** Rates of the rule that stopped the tries as soon as they decided the verdict; absent if no rule did. */
  stoppedBy?: { passRate: number; tolerate: number };
  /** True if the tries were stopped by their verdicts, but the metric measures something else. */
  wasStopped?: true;
  /** Why one of the missing tries shows nothing, as a sentence. */
  why?: string;
}

export function shareOf(test: TestResult, of: Metric): TestShare {
  switch (of.kind) {
    case 'passed tries':
      return passedTries(test);
    case 'replies in time':
      return repliesInTime(test, of.withinMs);
    case 'tries with metric':
      return triesByMetric(test, of);
    default:
      return triesByEvidence(test, of);
  }
}

/** @returns the conversations of a test that count: the tries of its verdict, or its only conversation */
export const conversationsOf = (test: TestResult): TestResult[] =>
  test.repeat ? (test.tries ?? []).slice(0, test.judgedAfter) : [test];

function passedTries(test: TestResult): TestShare {
  const share = { passed: 0, failed: 0, missing: 0 };
  const held = conversationsOf(test);
  for (const one of held) share[whatShows(one)] += 1;
  if (test.repeat?.tries !== undefined)
    share.missing += Math.max(0, test.repeat.tries - held.length);
  if (!test.repeat || test.repeat.tries !== undefined) return share;
  // A test that was cut off before its verdict counts as one missing try, because no rule stopped its tries.
  if (test.judgedAfter === undefined) return { passed: 0, failed: 0, missing: 1 };
  const { passRate, tolerate } = test.repeat;
  return { ...share, stoppedBy: { passRate, tolerate } };
}

/** @returns what a conversation shows. One that passed without assertions shows nothing. */
function whatShows({ outcome, checks }: TestResult): 'passed' | 'failed' | 'missing' {
  if (outcome === 'passed' && checks === 0) return 'missing';
  return outcome in shows ? shows[outcome as keyof typeof shows] : 'missing';
}

function triesByEvidence(test: TestResult, of: EvidenceMetric): TestShare {
  const share: TestShare = { passed: 0, failed: 0, missing: triesNotHeld(test) };
  for (const one of conversationsOf(test)) {
    const { shows, why } = shownByTry(one, of);
    share[shows] += 1;
    if (why !== undefined) share.why ??= why;
  }
  return test.repeat && test.repeat.tries === undefined ? { ...share, wasStopped: true } : share;
}

/** Counts tries by a metric. A test that does not measure the metric has no tries, not even missing ones. */
function triesByMetric(test: TestResult, of: NumberMetric): TestShare {
  if (!metricsAsked(test).has(of.name)) return { passed: 0, failed: 0, missing: 0 };
  const share: TestShare = { passed: 0, failed: 0, missing: triesNotHeld(test) };
  for (const one of conversationsOf(test)) {
    const { value, why } = metricOfTry(one, of.name) ?? {
      why: 'A conversation did not measure it.',
    };
    if (value === undefined) {
      share.missing += 1;
      share.why ??= why ?? '';
    } else share[keepsLimit(value, of) ? 'passed' : 'failed'] += 1;
  }
  return test.repeat && test.repeat.tries === undefined ? { ...share, wasStopped: true } : share;
}

function keepsLimit(value: number, { operator, limit }: NumberMetric): boolean {
  if (value === limit) return operator.endsWith('=');
  return operator.startsWith('<') ? value < limit : value > limit;
}

/** @returns the number of planned tries that did not take place, plus one if the test was cut off before its verdict */
function triesNotHeld(test: TestResult): number {
  const { repeat, judgedAfter } = test;
  const planned = repeat?.tries ?? 0;
  return (
    Math.max(0, planned - conversationsOf(test).length) +
    (repeat && judgedAfter === undefined ? 1 : 0)
  );
}

/** Counts replies by latency. A conversation that broke off counts as one missing reply in addition to its replies. */
function repliesInTime(test: TestResult, withinMs: number): TestShare {
  const share = { passed: 0, failed: 0, missing: triesNotHeld(test) };
  for (const { steps, outcome } of conversationsOf(test)) {
    const turns = steps
      .flatMap((step) => [...(step.earlierPlays ?? []), step])
      .flatMap((step) => timeliness(step, withinMs) ?? []);
    const isWhole = outcome === 'passed' || outcome === 'failed';
    if (turns.length === 0 || !isWhole) share.missing += 1;
    for (const one of turns) share[one] += 1;
  }
  return share;
}

/** @returns undefined for a step that waited for no reply, or that expected none */
function timeliness(
  { reply, failure }: StepResult,
  withinMs: number,
): 'passed' | 'failed' | 'missing' | undefined {
  if (!reply) return failure?.class === 'silent' ? 'failed' : undefined;
  if (reply.latencyMs <= withinMs) return 'passed';
  // The request waited for Parley's own rate limit, which is not the agent's fault.
  return reply.latencyMs - (reply.heldMs ?? 0) <= withinMs ? 'missing' : 'failed';
}

/** Ways to count missing tries. */
export type MissingAs = 'left out' | 'failed' | 'passed';

/** @returns undefined if there are no tries */
export function sampleOf(
  { passed, failed, missing, stoppedBy, wasStopped }: TestShare,
  missingAs: MissingAs,
): Sample | undefined {
  const tally = {
    passed: passed + (missingAs === 'passed' ? missing : 0),
    failed: failed + (missingAs === 'failed' ? missing : 0),
  };
  const tries = tally.passed + tally.failed;
  if (tries === 0) return undefined;
  return {
    passed: tally.passed,
    tries,
    ...(stoppedBy && { rate: unbiasedRate(tally, stoppedBy) }),
    ...(wasStopped && { rate: tally.passed / tries }),
  };
}
