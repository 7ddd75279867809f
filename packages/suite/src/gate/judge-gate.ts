/**
 * Judges a run by the rules of a gate: blocked if harm is proven, passed if every rule is proven to be kept, otherwise
 * undecided.
 */

import { fisherExact, holm, type RatePair } from '@parley/statistics/compare';
import { counted } from '../counted.ts';
import type { RunResult, TestResult } from '../events/run-result.ts';
import type { Metric, RateRule } from '../format/model/gate.ts';
import { keyOf } from '../format/model/test-keys.ts';
import { triesFiguresOf, triesInWords } from '../repeat/tries-figures.ts';
import { agentsDiffer, type ComparedAgents } from './agents-differ.ts';
import { type ComparedTests, comparedTests, counting, inQuarantine } from './compared-tests.ts';
import { doubtOfEvidence } from './evidence-of-tries.ts';
import { type GateRules, points, ruleInWords } from './gate-rules.ts';
import {
  evidenceOfDifference,
  evidenceOfShare,
  figuresOf,
  type GateVerdict,
  type RateEvidence,
  type RateFigures,
  samplesOf,
} from './judge-rate.ts';
import {
  errorsOnTests,
  type JudgedReplies,
  type JudgeErrors,
  type JudgeStanding,
  judgedDifferently,
  judgedReplies,
  restsOnJudge,
  whyNotLicensed,
} from './judged-by.ts';
import { loosenedSince } from './loosened.ts';
import { conversationsOf, type MissingAs, sampleOf, shareOf, type TestShare } from './rates-of.ts';

export interface GateResult {
  verdict: GateVerdict;
  /** Reasons outside the rules that keep the gate from passing, as sentences. */
  doubts: string[];
  /** Remarks that do not affect the verdict, as sentences. */
  remarks: string[];
  /** What differs between the runs apart from the version, for example "environment". */
  differs: string[];
  rules: RuleResult[];
  must: MustResult[];
  tests: ComparedTest[];
  /** Replies that a judge evaluated; absent unless there is a single pair of runs and the judge's errors are known. */
  judged?: { candidate: JudgedReplies; baseline?: JudgedReplies };
  /** Names of tests that are not compared, by reason. */
  apart: Omit<ComparedTests, 'pairs'>;
}

/** A run of the candidate and its baseline, for one suite. */
export interface ComparedRuns {
  name: string;
  candidate: RunResult;
  baseline?: RunResult;
  /** The agents that were tested. */
  agents?: ComparedAgents;
  /** What differs apart from the version, for example "environment"; it could be the cause of harm. */
  differs?: readonly string[];
  /**
   * Keys or names of tests that were edited after the baseline. The steps in the result do not show all edits: suite settings
   * can change a test, too.
   */
  edited?: readonly string[];
  /** Rules of the suite's gate at the time of the baseline. */
  rulesBefore?: GateRules;
  /** What people's labels show about the default judge of the project; absent if there is none. */
  judge?: JudgeStanding | undefined;
  /** The same about its other judges. */
  judges?: readonly JudgeStanding[] | undefined;
}

export interface RuleResult {
  rule: string;
  verdict: GateVerdict;
  /** Reason for the verdict, as a sentence. */
  why: string;
  candidate: RateFigures;
  /** Absent for a rule about the candidate alone. */
  baseline?: RateFigures;
  /** Mean difference of the tests' shares, candidate minus baseline. */
  difference?: number;
  /** P-value of harm, adjusted for the number of rules (Holm). Null if nothing was measured. */
  harm: number | null;
  /** P-value against "the rule is broken". At 0.05 or less, the rule is proven to be kept. Null if nothing was measured. */
  kept: number | null;
}

export interface MustResult {
  test: string;
  verdict: GateVerdict;
  why: string;
}

/** The results of a test with both versions, for information only. */
export interface ComparedTest {
  test: string;
  change: 'still passes' | 'fixed' | 'broken' | 'still fails' | 'undecided';
  baseline: { passed: number; tries: number };
  candidate: { passed: number; tries: number };
}

const level = 0.05;

/** Maximum share of tries that can be missing before a rule is undecided. */
const missingAllowed = 0.1;

/** @returns the ways to count missing tries. A verdict has to hold for all of them. */
const waysToTake = (shares: readonly TestShare[]): MissingAs[] =>
  shares.some(({ missing }) => missing > 0) ? ['left out', 'failed', 'passed'] : ['left out'];

/**
 * @param runs runs to judge; without a baseline, only rules about the candidate alone can be decided
 * @param now current time in milliseconds since the epoch
 */
export function judgeGate(
  runs: readonly ComparedRuns[],
  rules: GateRules,
  now: number,
): GateResult {
  const compared = together(runs);
  const candidates = runs.flatMap(({ candidate }) => counting(candidate));
  const isolated = runs.flatMap(({ candidate }) => inQuarantine(candidate));
  const otherCauses = [
    ...runs.flatMap(({ name, candidate, baseline, differs = [] }) => [
      ...(differs.length > 0
        ? [`The runs of ${name} differ in more than the version: ${differs.join(', ')}.`]
        : []),
      ...(baseline && isSameRun(baseline, candidate)
        ? [`The run of ${name} is compared with itself: name the report of the previous version.`]
        : []),
    ]),
    ...doubtsOfJudges(runs, compared, rules),
  ];
  const doubts = [
    ...otherCauses,
    ...runs.flatMap(({ name, candidate, baseline }) => [
      ...doubtsOfRun(`The run of ${name}`, candidate),
      ...(baseline ? doubtsOfRun(`The baseline of ${name}`, baseline) : []),
      ...(isDated(candidate, now) ? doubtsOfAge(`run of ${name}`, candidate, rules, now) : []),
      ...(baseline ? doubtsOfAge(`baseline of ${name}`, baseline, rules, now) : []),
    ]),
    ...doubtsOfChanges(compared, rules),
    ...doubtsOfQuarantines(runs, rules),
    ...doubtsOfGates(runs, rules),
    ...doubtsOfFailures(runs, compared, rules),
    ...doubtsOfOverrides(runs),
  ];
  const errors = judgeErrors(runs, rules);
  const drafts = rules.rates.map((rule) =>
    measured(rule, compared, { candidates, isolated }, rules, errors),
  );
  const harms = holm(
    drafts.map(({ evidence }) => Math.max(0, ...evidence.map((one) => one?.harm ?? 1))),
  );
  const results = drafts.map((draft, at) => judged(draft, harms[at] ?? 1));
  const must = rules.must
    ? [...candidates.filter(({ isMust }) => isMust).map(mustResult), ...runs.flatMap(lostMusts)]
    : [];
  return {
    verdict: joined(
      [...results, ...must].map(({ verdict }) => verdict),
      { doubts, otherCauses },
    ),
    doubts,
    remarks: [
      ...runs.flatMap(remarkOnOrder),
      ...runs.flatMap(({ name, agents }) => (agents && agentsDiffer(name, agents)) ?? []),
    ],
    differs: [...new Set(runs.flatMap(({ differs = [] }) => differs))],
    rules: results,
    must,
    tests: compared.pairs.map(comparedTest),
    ...judgedOf(runs),
    apart: {
      added: compared.added,
      gone: compared.gone,
      edited: compared.edited,
      ...(isolated.length > 0 && { quarantined: isolated.map(({ name }) => name) }),
    },
  };
}

/**
 * Combines the verdicts. Proven harm blocks, unless something other than the version could be its cause. A gate without rules
 * never passes.
 */
function joined(
  verdicts: GateVerdict[],
  { doubts, otherCauses }: { doubts: string[]; otherCauses: string[] },
): GateVerdict {
  if (verdicts.includes('blocked')) return otherCauses.length > 0 ? 'undecided' : 'blocked';
  const isShown = verdicts.length > 0 && verdicts.every((one) => one === 'passed');
  return isShown && doubts.length === 0 ? 'passed' : 'undecided';
}

function together(runs: readonly ComparedRuns[]): ComparedTests {
  const all: ComparedTests = { pairs: [], added: [], gone: [], edited: [] };
  const isCompared = runs.some(({ baseline }) => baseline);
  for (const { candidate, baseline, edited } of runs) {
    if (!baseline) {
      if (isCompared) all.added.push(...counting(candidate).map(({ name }) => name));
      continue;
    }
    const found = comparedTests(baseline, candidate, edited);
    all.pairs.push(...found.pairs);
    all.added.push(...found.added);
    all.gone.push(...found.gone);
    all.edited.push(...found.edited);
  }
  return all;
}

/**
 * @returns true if both are the same run. Concurrent runs can start and end in the same millisecond, but their replies have
 * different latencies. A re-evaluation changes verdicts, but not replies.
 */
const isSameRun = (one: RunResult, other: RunResult): boolean =>
  one.startedAt !== undefined &&
  one.startedAt === other.startedAt &&
  one.finishedAt === other.finishedAt &&
  saidIn(one) === saidIn(other);

function saidIn({ tests }: RunResult): string {
  const replies = tests
    .flatMap((test) => [test, ...(test.tries ?? [])])
    .flatMap(({ steps }) => steps.flatMap(({ reply }) => reply ?? []))
    .map(({ text, latencyMs }) => [text, latencyMs]);
  return JSON.stringify(replies.length > 0 ? replies : tests);
}

/**
 * Notes that the baseline ran after the candidate. This is only a remark, because the old version can be run later on purpose.
 */
function remarkOnOrder({ name, candidate, baseline }: ComparedRuns): string[] {
  const [ended, began] = [candidate.finishedAt, baseline?.startedAt];
  if (ended === undefined || began === undefined || began <= ended) return [];
  return [
    `The baseline of ${name} ran after the candidate. If it is the newer version, swap the two.`,
  ];
}

function doubtsOfRun(what: string, { status, failure }: RunResult): string[] {
  if (status === 'passed' || status === 'failed')
    return failure ? [`${what} has an error: ${failure.message}`] : [];
  return [`${what} did not finish: it is ${status}.`];
}

/** @returns true if the run has ended, and not in the future: the clock of its machine can be slightly ahead */
const isDated = ({ finishedAt }: RunResult, now: number) =>
  finishedAt !== undefined && finishedAt <= now;

function doubtsOfAge(
  what: string,
  { finishedAt }: RunResult,
  { maxAgeMs }: GateRules,
  now: number,
): string[] {
  if (finishedAt !== undefined && finishedAt > now)
    return [`The ${what} ended in the future: check the clocks.`];
  if (finishedAt === undefined) return [`The age of the ${what} is unknown.`];
  if (now - finishedAt <= maxAgeMs) return [];
  const days = (ms: number) => Number((ms / 86_400_000).toFixed(1));
  return [
    `The ${what} is ${counted(days(now - finishedAt), 'day')} old, and ${days(maxAgeMs)} are allowed: run it again.`,
  ];
}

function doubtsOfChanges(
  { pairs, added, gone, edited }: ComparedTests,
  { leavesOutChangedTests }: GateRules,
): string[] {
  if (leavesOutChangedTests) return [];
  const how = 'run the baseline again with the current suite, or leave such tests out';
  // A few new tests are acceptable, but a baseline that covers only a part of the suite says little about the rest.
  const isPart = pairs.length > 0 && added.length > pairs.length;
  return [
    ...(isPart
      ? [
          `Most tests are not in the baseline: ${added.length} of ${added.length + pairs.length} are not compared: ${how}.`,
        ]
      : []),
    ...(gone.length > 0
      ? [`Tests of the baseline are gone, skipped or in quarantine (${listed(gone)}): ${how}.`]
      : []),
    ...(edited.length > 0
      ? [`Tests ask or expect something else than in the baseline (${listed(edited)}): ${how}.`]
      : []),
  ];
}

/**
 * @returns doubts about tests that went into quarantine after the baseline, even if changed tests may be left out: a quarantine
 * must not turn a gate green
 */
function doubtsOfQuarantines(
  runs: readonly ComparedRuns[],
  { leavesOutChangedTests }: GateRules,
): string[] {
  if (!leavesOutChangedTests) return [];
  const begun = runs.flatMap(({ candidate, baseline }) => {
    const counted = new Set(baseline ? counting(baseline).map(keyOf) : []);
    return inQuarantine(candidate).filter((test) => counted.has(keyOf(test)));
  });
  if (begun.length === 0) return [];
  return [
    `Tests of the baseline are in quarantine (${listed(begun.map(({ name }) => name))}): repair them, or run the baseline again with the current suite.`,
  ];
}

/**
 * @returns doubts if the rules of the gate were loosened, because the change that is judged could have changed the gate, too.
 */
function doubtsOfGates(runs: readonly ComparedRuns[], rules: GateRules): string[] {
  return runs.flatMap(({ name, rulesBefore }) => {
    const loosened = rulesBefore ? loosenedSince(rulesBefore, rules) : [];
    if (loosened.length === 0) return [];
    return [
      `The gate of ${name} asks for less than with the baseline: ${loosened.join('; ')}. Run the baseline again with the current suite, or specify the rules yourself.`,
    ];
  });
}

/**
 * @returns doubts about comparisons that hide failures. Tests that fail with both versions show no harm, and neither do new
 * tests that fail, so a person has to decide.
 */
function doubtsOfFailures(
  runs: readonly ComparedRuns[],
  { pairs }: ComparedTests,
  { leavesOutChangedTests }: GateRules,
): string[] {
  const of = { kind: 'passed tries' } as const;
  const passes = (test: TestResult) => shareOf(test, of).passed > 0;
  const isShown = pairs.some(({ candidate }) => shareOf(candidate, of).failed > 0);
  const passesNowhere =
    isShown && pairs.every(({ baseline, candidate }) => !passes(baseline) && !passes(candidate));
  const failing = leavesOutChangedTests ? [] : addedTests(runs).filter(isMostlyFailed);
  return [
    ...(passesNowhere
      ? ['No test passed with either version: both are equally bad, or something else is broken.']
      : []),
    ...(failing.length > 0
      ? [
          `New tests fail, and the baseline does not have them (${listed(failing.map(({ name }) => name))}): fix them, put them in quarantine, or leave changed tests out.`,
        ]
      : []),
  ];
}

const isMostlyFailed = (test: TestResult) =>
  majority(shareOf(test, { kind: 'passed tries' })) === false;

/** @returns the tests that the baseline does not have */
function addedTests(runs: readonly ComparedRuns[]): TestResult[] {
  return runs.flatMap(({ candidate, baseline }) => {
    if (!baseline) return [];
    const known = new Set(counting(baseline).map(keyOf));
    return counting(candidate).filter((test) => !known.has(keyOf(test)));
  });
}

/** @returns doubts about results with overrides, because a verdict that a person changed does not measure the agent. */
function doubtsOfOverrides(runs: readonly ComparedRuns[]): string[] {
  const changed = runs.flatMap(countingOf).filter(({ measured }) => measured !== undefined);
  if (changed.length === 0) return [];
  return [
    `People changed verdicts of these tests: ${listed([...new Set(changed.map(({ name }) => name))])}.`,
  ];
}

const countingOf = ({ candidate, baseline }: ComparedRuns): TestResult[] => [
  ...counting(candidate),
  ...(baseline ? counting(baseline) : []),
];

const standingsOf = ({ judge, judges = [] }: ComparedRuns): JudgeStanding[] => [
  ...(judge ? [judge] : []),
  ...judges,
];

function doubtsOfJudges(
  runs: readonly ComparedRuns[],
  { pairs }: ComparedTests,
  { trustsJudges }: GateRules,
): string[] {
  const differing = judgedDifferently(pairs);
  const doubts =
    differing.length > 0
      ? [
          `Another judge read the replies of the baseline (${listed(differing)}): run both versions again with the same judge.`,
        ]
      : [];
  if (trustsJudges) return doubts;
  const unlicensed = runs.flatMap((compared) => {
    const resting = countingOf(compared).filter(restsOnJudge);
    const why = whyNotLicensed(resting, standingsOf(compared));
    if (why === undefined) return [];
    const names = [...new Set(resting.map(({ name }) => name))];
    return [`Tests rest on a judge (${listed(names)}) that has no license for it: ${why}.`];
  });
  return [...unlicensed, ...doubts];
}

/**
 * @returns the largest errors of the judges that tests rest on; undefined if no test does, or if the gate trusts judges that
 * were not measured
 */
function judgeErrors(
  runs: readonly ComparedRuns[],
  { trustsJudges }: GateRules,
): JudgeErrors | undefined {
  if (trustsJudges) return undefined;
  const all = runs.flatMap(
    (compared) => errorsOnTests(countingOf(compared), standingsOf(compared)) ?? [],
  );
  if (all.length === 0) return undefined;
  return {
    falsePasses: Math.max(...all.map(({ falsePasses }) => falsePasses)),
    falseFailures: Math.max(...all.map(({ falseFailures }) => falseFailures)),
    shown: Math.min(...all.map(({ shown }) => shown)),
  };
}

function judgedOf(runs: readonly ComparedRuns[]): Pick<GateResult, 'judged'> {
  const [only, ...others] = runs;
  if (!only || others.length > 0) return {};
  const standings = standingsOf(only);
  const candidate = judgedReplies(counting(only.candidate), standings);
  if (!candidate) return {};
  const baseline = only.baseline && judgedReplies(counting(only.baseline), standings);
  return { judged: { candidate, ...(baseline && { baseline }) } };
}

/** Lists the first five names. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `“${name}”`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

interface Draft {
  rule: RateRule;
  candidate: TestShare[];
  /** Absent for a rule about the candidate alone. */
  baseline?: TestShare[];
  difference?: number;
  /** What is allowed for the errors of a judge, as a sentence. */
  allowance?: string;
  /** Why nothing can be proven, whatever the shares are. */
  doubt?: string | undefined;
  /** True if the rule is not kept if tests in quarantine count: putting tests there must not make a gate pass. */
  holdsOnlyWithout?: true;
  /** P-values for each way to count missing tries; a single entry if none are missing. Undefined if nothing was measured. */
  evidence: (RateEvidence | undefined)[];
}

function measured(
  rule: RateRule,
  { pairs }: ComparedTests,
  { candidates, isolated }: { candidates: readonly TestResult[]; isolated: readonly TestResult[] },
  { question }: GateRules,
  judgeErrors: JudgeErrors | undefined,
): Draft {
  const { of, atLeast, noWorseBy } = rule;
  const errors = errorsOnRule(of, candidates, judgeErrors);
  if (atLeast !== undefined) {
    const candidate = candidates.map((test) => shareOf(test, of));
    const needed = errors ? atLeast + (1 - atLeast) * errors.falsePasses : atLeast;
    const shownBelow = errors ? atLeast * (1 - errors.falseFailures) : atLeast;
    const evidence = waysToTake(candidate).map((as) => {
      const kept = evidenceOfShare(samplesOf(candidate, as), needed, question);
      const harm = evidenceOfShare(samplesOf(candidate, as), shownBelow, question);
      return kept && harm && { kept: kept.kept, harm: harm.harm };
    });
    const allowance = `Since the judge errs, ${percent(needed)} have to be shown.`;
    const doubt = doubtOfMetric(of, candidates);
    const isKeptBy = (shares: readonly TestShare[]) =>
      waysToTake(shares).every((as) => {
        const shown = evidenceOfShare(samplesOf(shares, as), needed, question);
        return shown !== undefined && shown.kept <= level;
      });
    const holdsOnlyWithout =
      isolated.length > 0 &&
      !isKeptBy([...candidate, ...isolated.map((test) => shareOf(test, of))]);
    return {
      rule,
      candidate,
      evidence,
      doubt,
      ...(errors && { allowance }),
      ...(holdsOnlyWithout && { holdsOnlyWithout }),
    };
  }
  const shares = pairs.map((pair) => ({
    baseline: shareOf(pair.baseline, of),
    candidate: shareOf(pair.candidate, of),
  }));
  const sampled = (as: MissingAs): RatePair[] =>
    shares.flatMap((pair) => {
      const [baseline, candidate] = [sampleOf(pair.baseline, as), sampleOf(pair.candidate, as)];
      return baseline && candidate ? [{ baseline, candidate }] : [];
    });
  const [candidate, baseline] = [
    shares.map((one) => one.candidate),
    shares.map((one) => one.baseline),
  ];
  const [now, before] = [figuresOf(candidate).rate, figuresOf(baseline).rate];
  const margin = (noWorseBy ?? 0) * (errors?.shown ?? 1);
  const allowance = `Since the errors of the judge may hide a part of a difference, ${points(margin)} are allowed.`;
  return {
    rule,
    candidate,
    baseline,
    doubt: doubtOfMetric(
      of,
      pairs.map((pair) => pair.candidate),
      pairs.map((pair) => pair.baseline),
    ),
    ...(errors && { allowance }),
    ...(now !== null && before !== null && { difference: now - before }),
    evidence: waysToTake([...candidate, ...baseline]).map((as) =>
      evidenceOfDifference(sampled(as), margin, question),
    ),
  };
}

/** @returns undefined if the metric was measured without a judge, such as latency */
function errorsOnRule(
  of: Metric,
  tests: readonly TestResult[],
  errors: JudgeErrors | undefined,
): JudgeErrors | undefined {
  if (!errors || of.kind === 'passed tries') return errors;
  const isJudged =
    of.kind === 'tries with metric' &&
    tests
      .flatMap(conversationsOf)
      .flatMap(({ steps }) => steps.flatMap(({ measurements = [] }) => measurements))
      .some((one) => one.isJudged && one.name === of.name);
  if (!isJudged) return undefined;
  // A limit can be kept by few votes or by many, so either kind of error can hide that it is broken.
  const worst = Math.max(errors.falsePasses, errors.falseFailures);
  const shown = Math.min(errors.shown, Math.max(0, 1 - 2 * worst));
  return { falsePasses: worst, falseFailures: worst, shown };
}

function doubtOfMetric(
  of: Metric,
  candidate: readonly TestResult[],
  baseline?: readonly TestResult[],
): string | undefined {
  if (
    of.kind === 'passed tries' ||
    of.kind === 'replies in time' ||
    of.kind === 'tries with metric'
  )
    return undefined;
  return doubtOfEvidence(
    of,
    candidate.flatMap(conversationsOf),
    baseline?.flatMap(conversationsOf),
  );
}

const percent = (of: number): string => `${Number((of * 100).toFixed(1))}%`;

function judged(draft: Draft, harm: number): RuleResult {
  const { rule, candidate, baseline, difference, evidence, allowance, doubt: ofEvidence } = draft;
  const isMeasured = evidence.every((one) => one !== undefined);
  const kept = isMeasured ? Math.max(...evidence.map((one) => one?.kept ?? 1)) : null;
  const figures = {
    candidate: figuresOf(candidate),
    ...(baseline && { baseline: figuresOf(baseline) }),
    ...(difference !== undefined && { difference }),
  };
  const result = { rule: ruleInWords(rule), ...figures, harm: isMeasured ? harm : null, kept };
  const unknown = whyIn(candidate) ?? whyIn(baseline ?? []);
  if (kept === null) {
    const why = unknown
      ? `Nothing is shown: ${unknown}`
      : baseline
        ? 'There is nothing to compare with: use a baseline that has these tests.'
        : 'No test shows anything.';
    return { ...result, verdict: 'undecided', why };
  }
  // A different way of measuring could also be the cause of harm.
  if (ofEvidence !== undefined) return { ...result, verdict: 'undecided', why: ofEvidence };
  if (kept > level && harm <= level)
    return { ...result, verdict: 'blocked', why: 'The tries show that this is not so.' };
  const inAll = (why: string) => (allowance ? `${why} ${allowance}` : why);
  const doubt = doubtOfMissing(candidate, baseline);
  if (doubt !== undefined) return { ...result, verdict: 'undecided', why: doubt };
  if (kept <= level && draft.holdsOnlyWithout)
    return {
      ...result,
      verdict: 'undecided',
      why: 'The tries show this only if tests in quarantine are left out: repair these tests, or remove them.',
    };
  if (kept <= level) return { ...result, verdict: 'passed', why: inAll('The tries show this.') };
  const why =
    'The tries do not show whether this is so. Use more tries of each test, or more tests.';
  return { ...result, verdict: 'undecided', why: inAll(why) };
}

/**
 * @returns a doubt about a share with too many missing tries, or with significantly different numbers in both versions, because
 * the missing tries could be the actual difference.
 */
function doubtOfMissing(
  candidate: readonly TestShare[],
  baseline: readonly TestShare[] | undefined,
): string | undefined {
  const [now, before] = [countsOf(candidate), countsOf(baseline ?? [])];
  for (const [name, { missing, all }] of [
    ['the candidate', now],
    ['the baseline', before],
  ] as const) {
    if (missing > missingAllowed * all)
      return `${missing} of ${counted(all, 'try', 'tries')} of ${name} show nothing: ${whyIn(name === 'the candidate' ? candidate : (baseline ?? [])) ?? 'fix the cause and run it again.'}`;
  }
  if (!baseline || now.missing === before.missing) return undefined;
  const { twoSided } = fisherExact(now.missing, now.all, before.missing, before.all);
  if (twoSided > level) return undefined;
  return `${now.missing} tries of the candidate and ${before.missing} of the baseline show nothing, and those may be the ones that differ.`;
}

const whyIn = (shares: readonly TestShare[]): string | undefined =>
  shares.find(({ why }) => why !== undefined)?.why;

function countsOf(shares: readonly TestShare[]): { missing: number; all: number } {
  const missing = shares.reduce((sum, share) => sum + share.missing, 0);
  return {
    missing,
    all: shares.reduce((sum, { passed, failed }) => sum + passed + failed, missing),
  };
}

/** @returns tests that had to pass on their own but no longer count: skipped, in quarantine, deleted, or without the tag */
function lostMusts({ candidate, baseline }: ComparedRuns): MustResult[] {
  const asked = new Set(
    counting(candidate)
      .filter(({ isMust }) => isMust)
      .map(keyOf),
  );
  const lost = [...candidate.tests, ...(baseline?.tests ?? [])].filter(
    (test) => test.isMust && !asked.has(keyOf(test)),
  );
  return [...new Map(lost.map((test) => [keyOf(test), test.name])).values()].map((test) => ({
    test,
    verdict: 'undecided',
    why: 'It must pass on its own, but this run says nothing about it: it is skipped, in quarantine, gone, or without the tag.',
  }));
}

function mustResult(test: TestResult): MustResult {
  const { name, outcome, failure, checks } = test;
  const figures = triesFiguresOf(test);
  const tries = figures ? `${triesInWords(figures)}. ` : '';
  if (outcome === 'failed')
    return { test: name, verdict: 'blocked', why: `${tries}${failure?.message ?? 'It failed.'}` };
  if (outcome === 'passed' && checks !== 0)
    return { test: name, verdict: 'passed', why: tries || 'It passed.' };
  const why = failure?.message ?? 'It shows nothing about the agent.';
  return { test: name, verdict: 'undecided', why: `${tries}${why}` };
}

const majority = ({ passed, failed }: TestShare) => {
  if (passed + failed === 0 || passed === failed) return undefined;
  return passed > failed;
};

function comparedTest({ name, baseline, candidate }: ComparedTests['pairs'][number]): ComparedTest {
  const of = { kind: 'passed tries' } as const;
  const [before, now] = [shareOf(baseline, of), shareOf(candidate, of)];
  const counts = ({ passed, failed }: TestShare) => ({ passed, tries: passed + failed });
  return {
    test: name,
    change: changeOf(majority(before), majority(now)),
    baseline: counts(before),
    candidate: counts(now),
  };
}

function changeOf(before: boolean | undefined, now: boolean | undefined): ComparedTest['change'] {
  if (before === undefined || now === undefined) return 'undecided';
  if (before) return now ? 'still passes' : 'broken';
  return now ? 'fixed' : 'still fails';
}
