/** Decides if a gate can rest on the verdicts of a judge, and how much the judge's errors could hide. */
import { type CorrectedRate, correctedRate, leastInformation } from '@parley/statistics/compare';
import type { TestResult } from '../events/run-result.ts';
import type { Verdict } from '../match/matcher.ts';
import { type ErrorFigures, errorsOf, falsePassesMax } from './judge-licence.ts';
import { conversationsOf } from './rates-of.ts';

/** What is known about the judge of a project. */
export interface JudgeStanding {
  /** Name by which suites ask for it; absent for the default judge of the project. */
  name?: string;
  fingerprint: string;
  /** Names that its models reported when it was measured. */
  models: readonly string[];
  falsePasses: ErrorFigures;
  falseFailures: ErrorFigures;
  /** Why it has no license, and how to earn one. Absent if it has a license. */
  why?: string;
}

/** Bounds on the effect that a judge's errors have on the verdicts of tests. */
export interface JudgeErrors {
  /** Upper bound of the probability that a test with a wrong reply passes. */
  falsePasses: number;
  /** Upper bound of the probability that a test without a wrong reply fails. */
  falseFailures: number;
  /** Lower bound of the share of a true difference between versions that the verdicts still show. */
  shown: number;
}

/** The replies of a run that a judge evaluated. */
export interface JudgedReplies {
  replies: number;
  /** Number of replies that meet the expectation, according to the judge. */
  fulfilled: number;
  /** The share corrected for the known errors of the judge. Absent if these do not permit a correction. */
  corrected?: CorrectedRate;
}

type JudgedVerdict = Verdict & Required<Pick<Verdict, 'votes'>>;

const isJudged = (verdict: Verdict): verdict is JudgedVerdict => verdict.votes !== undefined;

const judgedIn = ({ steps }: Pick<TestResult, 'steps'>): JudgedVerdict[] =>
  steps.flatMap(({ verdicts }) => verdicts.filter(isJudged));

export const restsOnJudge = (test: TestResult): boolean =>
  conversationsOf(test).some((one) => judgedIn(one).length > 0);

const verdictsOn = (tests: readonly TestResult[]): JudgedVerdict[] =>
  tests.flatMap(conversationsOf).flatMap(judgedIn);

/** @returns the names of the judges that decided; undefined stands for the default judge */
const namesOf = (verdicts: readonly JudgedVerdict[]): (string | undefined)[] => [
  ...new Set(verdicts.map(({ judge }) => judge?.name)),
];

/**
 * @param standings of all judges of the project
 * @returns why a gate cannot rest on the judges' verdicts on these tests, and how to change that; undefined if it can
 */
export function whyNotLicensed(
  tests: readonly TestResult[],
  standings: readonly JudgeStanding[],
): string | undefined {
  const verdicts = verdictsOn(tests);
  for (const name of namesOf(verdicts)) {
    const own = verdicts.filter(({ judge }) => judge?.name === name);
    const why = whyNotDecided(
      own,
      standings.find((standing) => standing.name === name),
    );
    if (why !== undefined) return name === undefined ? why : `“${name}”: ${why}`;
  }
  const errors = errorsOnTests(tests, standings);
  if (errors && errors.shown <= leastInformation - 1)
    return 'it decides so many steps of a test that its errors may hide a difference';
  return undefined;
}

/** @returns why verdicts of one judge cannot decide */
function whyNotDecided(
  verdicts: readonly JudgedVerdict[],
  standing: JudgeStanding | undefined,
): string | undefined {
  if (!standing) return 'its error rate was not measured';
  const { fingerprint, models, falseFailures, why } = standing;
  if (why !== undefined) return why;
  if (verdicts.some(({ judge }) => judge === undefined))
    return 'a run is from a release that did not record which judge decided; run it again';
  if (verdicts.some(({ judge }) => judge?.fingerprint !== fingerprint))
    return 'the verdicts come from a different judge than the licensed one: its model, prompt or votes changed; run both versions again';
  const others = verdicts.flatMap(({ judge }) => judge?.models ?? []);
  const unknown = [...new Set(others)].filter((model) => !models.includes(model));
  if (unknown.length > 0)
    return `the model calls itself ${unknown.join(', ')} by now, and ${models.join(', ') || 'nothing'} when it was measured; measure it again`;
  if (models.length > 0 && verdicts.some(({ judge }) => !judge?.models?.length))
    return `the model no longer says its name, which was ${models.join(', ')} when it was measured; measure it again`;
  const negated = verdicts.some(({ assertion }) => assertion.negated);
  // A forbidden statement passes if the judge misses it.
  if (negated && falseFailures.bound > falsePassesMax)
    return 'tests require that something is not said, and the judge may miss too much for that: label more replies that pass';
  return undefined;
}

/**
 * Checks that each expectation was read by the same judge in both versions, because two judges differ even where the versions
 * do not.
 *
 * @returns the tests of which this is not true
 */
export function judgedDifferently(
  pairs: readonly { name: string; baseline: TestResult; candidate: TestResult }[],
): string[] {
  const judgesOf = (test: TestResult) => {
    const judges = new Map<string, Set<string | undefined>>();
    for (const { steps } of conversationsOf(test))
      for (const [at, { verdicts }] of steps.entries())
        for (const { assertion, judge } of verdicts.filter(isJudged)) {
          const expectation = JSON.stringify([at, assertion]);
          judges.set(expectation, (judges.get(expectation) ?? new Set()).add(judge?.name));
        }
    return judges;
  };
  const differ = ({ baseline, candidate }: { baseline: TestResult; candidate: TestResult }) => {
    const before = judgesOf(baseline);
    return [...judgesOf(candidate)].some(([expectation, now]) => {
      const all = new Set([...now, ...(before.get(expectation) ?? now)]);
      return all.size > 1;
    });
  };
  return pairs.filter(differ).map(({ name }) => name);
}

/**
 * Combines the errors of the judges that decided, each at its largest.
 *
 * @returns undefined if no test rests on a judge, or the errors of one are unknown
 */
export function errorsOnTests(
  tests: readonly TestResult[],
  standings: readonly JudgeStanding[],
): JudgeErrors | undefined {
  const names = namesOf(verdictsOn(tests));
  const used = standings.filter(({ name }) => names.includes(name));
  if (used.length === 0) return undefined;
  const conversations = tests.flatMap(conversationsOf).map(judgedIn);
  const steps = conversations.reduce((most, verdicts) => Math.max(most, verdicts.length), 0);
  if (steps === 0) return undefined;
  const isNegated = conversations.flat().some(({ assertion }) => assertion.negated);
  const letsPass = Math.max(...used.map(({ falsePasses }) => falsePasses.bound));
  const letsFail = Math.max(...used.map(({ falseFailures }) => falseFailures.bound));
  const mayPass = isNegated ? Math.max(letsPass, letsFail) : letsPass;
  const mayFail = isNegated ? mayPass : letsFail;
  return {
    falsePasses: mayPass,
    falseFailures: 1 - (1 - mayFail) ** steps,
    shown: Math.max(0, (1 - mayFail) ** (steps - 1) * (1 - mayPass - mayFail)),
  };
}

/** @returns undefined if no judge evaluated the replies, several did, or the errors of the one that did are unknown */
export function judgedReplies(
  tests: readonly TestResult[],
  standings: readonly JudgeStanding[],
): JudgedReplies | undefined {
  const verdicts = verdictsOn(tests);
  const [name, ...others] = namesOf(verdicts);
  const standing = standings.find((one) => one.name === name);
  if (verdicts.length === 0 || others.length > 0 || !standing) return undefined;
  if (verdicts.some(({ judge }) => judge?.fingerprint !== standing.fingerprint)) return undefined;
  // The known errors apply to the judge's answer, before a negation.
  const holding = verdicts.filter(({ passed, assertion }) => passed !== assertion.negated).length;
  const fulfilled = verdicts.filter(({ passed }) => passed).length;
  const isOneWay = new Set(verdicts.map(({ assertion }) => assertion.negated)).size === 1;
  const corrected = isOneWay
    ? correctedRate(holding, verdicts.length, errorsOf(standing))
    : undefined;
  const isNegated = verdicts[0]?.assertion.negated === true;
  return {
    replies: verdicts.length,
    fulfilled,
    ...(corrected && { corrected: isNegated ? opposite(corrected) : corrected }),
  };
}

const opposite = ({ rate, interval }: CorrectedRate): CorrectedRate => ({
  rate: 1 - rate,
  interval: { low: 1 - interval.high, high: 1 - interval.low },
});
