/** Licenses that could be granted or refused wrongly. */
import { describe, expect, it } from 'vitest';
import type { RunResult, StepResult, TestResult } from '../events/run-result.ts';
import type { Verdict } from '../match/matcher.ts';
import { defaultGate, type GateRules } from './gate-rules.ts';
import { judgeGate } from './judge-gate.ts';
import { judgeLicence } from './judge-licence.ts';
import type { JudgeStanding } from './judged-by.ts';
import { gateAsMarkdown } from './print-gate.ts';

const labels = (passed: number, failed: number, lost = 0) => ({ passed, failed, lost });

describe('the licence of a judge', () => {
  it.each([
    ['0 wrong of 59', labels(0, 59), labels(30, 0), true],
    ['0 wrong of 58', labels(0, 58), labels(30, 0), false],
    ['1 wrong of 93', labels(1, 92), labels(30, 0), true],
    ['1 wrong of 92', labels(1, 91), labels(30, 0), false],
    ['a reply that the judge gave no verdict on', labels(0, 58, 1), labels(30, 0), false],
    ['labels of one class only', labels(0, 500), labels(0, 0), false],
    ['none of the other class', labels(0, 0), labels(500, 0), false],
    ['a judge that fails every reply', labels(0, 59), labels(0, 59), false],
    ['a judge that passes every reply', labels(59, 0), labels(59, 0), false],
    ['a judge that never answers', labels(0, 0, 59), labels(0, 0, 59), false],
    ['14 right of 14 that people passed', labels(0, 59), labels(14, 0), true],
    ['13 right of 13 that people passed', labels(0, 59), labels(13, 0), false],
  ])('after %s', (_, failed, passed, isGranted) => {
    expect(judgeLicence({ failed, passed }).isGranted).toBe(isGranted);
  });

  it('says how many more labels would give it', () => {
    expect(judgeLicence({ failed: labels(0, 37), passed: labels(14, 0) }).missing).toEqual({
      failed: 22,
      passed: 0,
    });
    expect(judgeLicence({ failed: labels(1, 58), passed: labels(0, 0) }).missing).toEqual({
      failed: 34,
      passed: 14,
    });
  });

  it('shows κ and does not go by it', () => {
    const { kappa, isGranted } = judgeLicence({ failed: labels(0, 30), passed: labels(30, 0) });
    expect(kappa?.kappa).toBe(1);
    expect(isGranted).toBe(false);
    expect(judgeLicence({ failed: labels(0, 59), passed: labels(0, 0) }).kappa).toBeNull();
  });
});

const now = Date.UTC(2026, 10, 28);

interface Read {
  /** Name of the judge; absent for the default one. */
  judge?: string;
  fingerprint?: string | undefined;
  models?: string[];
  negated?: boolean;
  /** Number of steps in a conversation that the judge decides. */
  steps?: number;
}

const verdict = (
  holds: boolean,
  { fingerprint, models, negated = false, judge: name }: Read,
): Verdict => ({
  passed: holds,
  assertion: { property: 'prompt', operator: 'means', negated, expected: ['says it is open'] },
  rule: 'prompt means "says it is open"',
  actual: null,
  votes: [],
  ...(fingerprint && {
    judge: { fingerprint, ...(name && { name }), ...(models && { models }) },
  }),
});

/** Builds a test from letters, one per try: passed or failed. */
function test(name: string, tries: string, read: Read): TestResult {
  const held = [...tries].map((letter): TestResult => {
    const outcome = letter === 'p' ? 'passed' : 'failed';
    const steps = Array.from(
      { length: read.steps ?? 1 },
      (): StepResult => ({
        input: { kind: 'text', text: 'Are you open?' },
        expected: 'prompt =? says it is open',
        outcome,
        verdicts: [verdict(letter === 'p', read)],
      }),
    );
    return { name, outcome, attempt: 1, checks: 1, steps };
  });
  const step = { ...(held[0]?.steps[0] as StepResult), verdicts: [] };
  return {
    name,
    outcome: 'undecided',
    attempt: 1,
    checks: held.length,
    steps: [step],
    repeat: { passRate: 0.95, tolerate: 0.8, maxTries: held.length, tries: held.length },
    tries: held,
    judgedAfter: held.length,
  };
}

const same = { fingerprint: 'a1', models: ['small-2026'] };

const run = (read: Read, of: (at: number) => string, ago = 1): RunResult => ({
  status: 'failed',
  startedAt: now - ago * 7_200_000,
  finishedAt: now - ago * 3_600_000,
  counts: { passed: 0, failed: 0, undecided: 0, error: 0, total: 0, skipped: 0, pending: 0 },
  tests: Array.from({ length: 50 }, (_, at) => test(`Test ${at + 1}`, of(at), read)),
});

const good = () => 'pppppppppp';
const bad = (at: number) => (at % 2 === 0 ? 'pppppfffff' : good());

/** A license based on 0 wrong verdicts on 300 replies of each class. */
const licensed: JudgeStanding = {
  fingerprint: 'a1',
  models: ['small-2026'],
  falsePasses: { wrong: 0, of: 300, bound: 0.00994 },
  falseFailures: { wrong: 0, of: 300, bound: 0.00994 },
};

const barely: JudgeStanding = {
  ...licensed,
  falsePasses: { wrong: 0, of: 59, bound: 0.0495 },
  falseFailures: { wrong: 0, of: 14, bound: 0.1926 },
};

const tenPoints: GateRules = {
  ...defaultGate,
  rates: [{ of: { kind: 'passed tries' }, noWorseBy: 0.1 }],
};

function gate(
  standing: JudgeStanding | undefined,
  {
    before = same,
    after = same,
    of = good,
    was = good,
  }: {
    before?: Read;
    after?: Read;
    of?: (at: number) => string;
    was?: (at: number) => string;
  } = {},
  rules = tenPoints,
) {
  const runs = {
    name: 'hours',
    candidate: run(after, of),
    baseline: run(before, was, 2),
    judge: standing,
  };
  return judgeGate([runs], rules, now);
}

describe('a gate whose tests rest on a judge', () => {
  it('is decided with a licence for the judge that decided both runs, and undecided without', () => {
    expect(gate(licensed)).toMatchObject({ verdict: 'passed', doubts: [] });
    expect(gate(licensed, { of: bad })).toMatchObject({ verdict: 'blocked', doubts: [] });
    expect(gate(undefined).verdict).toBe('undecided');
    expect(gate(undefined, { of: bad }).verdict).toBe('undecided');
  });

  it('says what would give the licence', () => {
    const why = 'label 22 more replies that fail';
    const { verdict: own, doubts } = gate({ ...licensed, why });
    expect(own).toBe('undecided');
    expect(doubts[0]).toContain('“Test 1”');
    expect(doubts[0]).toContain(why);
  });

  it.each([
    ['another judge decided the baseline', { before: { fingerprint: 'b2' } }, 'a different judge'],
    ['another judge decided now', { after: { fingerprint: 'b2' } }, 'a different judge'],
    ['nobody recorded which judge decided', { before: {} }, 'did not record'],
    [
      'another model answers to the same name',
      { after: { fingerprint: 'a1', models: ['small-2027'] } },
      'small-2027',
    ],
    ['the model no longer says its name', { after: { fingerprint: 'a1' } }, 'no longer says'],
  ])('is undecided if %s', (_, runs, words) => {
    const { verdict: own, doubts } = gate(licensed, runs);
    expect(own).toBe('undecided');
    expect(doubts[0]).toContain(words);
  });

  it('needs to know more of a judge that has to find what must not be said', () => {
    const never = { ...same, negated: true };
    const runs = { before: never, after: never };
    expect(gate(licensed, runs).verdict).toBe('passed');
    const { verdict: own, doubts } = gate(barely, runs);
    expect(own).toBe('undecided');
    expect(doubts[0]).toContain('not said');
  });

  it('allows less of a difference, since the judge may hide a part of it', () => {
    // With a judge whose errors are so uncertain, a real difference of eight points can look like six.
    const worse = (at: number) => (at % 5 === 0 ? 'pppppppfff' : good());
    const known = gate(licensed, { of: worse }).rules[0];
    const unknown = gate(barely, { of: worse }).rules[0];
    expect(unknown?.kept).toBeGreaterThan(known?.kept ?? 1);
    expect(gate(barely).rules[0]?.why).toContain('7.6 points');
  });

  it('allows still less where several steps of a test rest on it, and refuses many', () => {
    const many = (steps: number) => ({ ...same, steps });
    const runs = (steps: number) => ({ before: many(steps), after: many(steps) });
    expect(gate(barely, runs(3)).rules[0]?.why).toContain('4.9 points');
    expect(gate(barely, runs(8)).doubts[0]).toContain('so many steps');
    expect(gate(licensed, runs(8)).verdict).toBe('passed');
  });

  it('has to see more of a rate that has to be reached', () => {
    const atLeast = (share: number): GateRules => ({
      ...defaultGate,
      rates: [{ of: { kind: 'passed tries' }, atLeast: share }],
    });
    const most = (at: number) => (at % 5 === 0 ? 'pppppppppf' : good());
    expect(gate(licensed, { of: most }, atLeast(0.95)).verdict).toBe('passed');
    // 98% seem to pass. But if 5 of 100 wrong replies pass, 95% are not proven.
    const loose = { ...barely, falsePasses: { wrong: 20, of: 59, bound: 0.45 } };
    expect(gate(loose, { of: most }, atLeast(0.95)).verdict).toBe('undecided');
    // A judge that fails one of five good replies does not prove that 85% were missed.
    const some = (at: number) => (at % 5 < 4 ? 'pppppppfff' : good());
    expect(gate(licensed, { of: some }, atLeast(0.85)).verdict).toBe('blocked');
    expect(gate(barely, { of: some }, atLeast(0.85)).verdict).toBe('undecided');
  });

  it('shows rates corrected by the errors of the judge, or none where it knows too little', () => {
    const { judged } = gate(barely, { of: bad });
    expect(judged?.candidate).toMatchObject({
      replies: 500,
      fulfilled: 375,
      corrected: { rate: 0.75 },
    });
    expect(judged?.candidate.corrected?.interval.high).toBeGreaterThan(0.8);
    expect(gateAsMarkdown(gate(barely, { of: bad }))).toMatch(
      /candidate: 375 of 500 fulfilled, corrected 75% \(.* to .*%\)/,
    );
    const weak = {
      ...barely,
      falsePasses: { wrong: 40, of: 100, bound: 0.49 },
      falseFailures: { wrong: 40, of: 100, bound: 0.49 },
    };
    expect(gate({ ...weak, why: 'too little' }).judged?.candidate.corrected).toBeUndefined();
    expect(gate(barely, { before: { fingerprint: 'b2' } }).judged?.baseline).toBeUndefined();
  });

  it('allows for its errors in metrics of its votes, and in no other metric', () => {
    const measured = (isJudged: boolean) => {
      const runs = { name: 'hours', candidate: run(same, good), baseline: run(same, good, 2) };
      for (const one of [runs.candidate, runs.baseline])
        for (const { tries = [], steps } of one.tests)
          for (const step of [...tries.flatMap((held) => held.steps), ...steps]) {
            step.metrics = ['open'];
            step.measurements = [{ name: 'open', value: 1, ...(isJudged && { isJudged }) }];
          }
      const of = { kind: 'tries with metric', name: 'open', operator: '>=', limit: 0.5 } as const;
      const rules: GateRules = { ...defaultGate, rates: [{ of, noWorseBy: 0.1 }] };
      return judgeGate([{ ...runs, judge: barely }], rules, now).rules[0];
    };
    expect(measured(false)?.why).toBe('The tries show this.');
    expect(measured(true)?.why).toContain('6.1 points');
  });

  describe('with a name', () => {
    const strict: JudgeStanding = { ...licensed, name: 'strict', fingerprint: 'b2' };
    const readByStrict: Read = { ...same, judge: 'strict', fingerprint: 'b2' };
    const named = (
      standings: { judge?: JudgeStanding; judges?: JudgeStanding[] },
      before = readByStrict,
      after = readByStrict,
    ) => {
      const runs = { candidate: run(after, good), baseline: run(before, good, 2) };
      return judgeGate([{ name: 'hours', ...runs, ...standings }], tenPoints, now);
    };

    it('needs a license of its own', () => {
      expect(named({ judges: [strict] })).toMatchObject({
        verdict: 'passed',
        judged: { candidate: { replies: 500 } },
      });
      expect(named({ judge: licensed, judges: [strict] }).verdict).toBe('passed');
      // Neither the default judge nor another named one lends it a license, and it lends none.
      expect(named({ judge: licensed }).doubts.join()).toContain('“strict”: its error rate');
      expect(
        named({ judge: licensed, judges: [{ ...strict, name: 'lax' }] }).doubts.join(),
      ).toContain('“strict”: its error rate');
      expect(named({ judges: [strict] }, same, same).verdict).toBe('undecided');
      const refused = { ...strict, why: 'label 3 more replies that fail' };
      expect(named({ judge: licensed, judges: [refused] }).doubts.join()).toContain('label 3 more');
    });

    it('has to be the same in both versions, even if both are licensed or trusted', () => {
      const both = { judge: licensed, judges: [strict] };
      const { verdict: own, doubts } = named(both, same, readByStrict);
      expect(own).toBe('undecided');
      expect(doubts.join()).toMatch(/Another judge read the replies of the baseline \(“Test 1”/);
      const runs = { candidate: run(readByStrict, bad), baseline: run(same, good, 2) };
      const trusting = { ...tenPoints, trustsJudges: true };
      expect(judgeGate([{ name: 'hours', ...runs }], trusting, now).verdict).toBe('undecided');
    });

    it('counts with its own errors, the largest of those that decide', () => {
      const weak = { ...barely, name: 'strict', fingerprint: 'b2' };
      expect(named({ judge: licensed, judges: [weak] }).rules[0]?.why).toContain('7.6 points');
      expect(named({ judge: barely, judges: [strict] }).rules[0]?.why).not.toContain('7.6 points');
      const of = run(same, good);
      const mixed = (ago: number) => {
        const other = run(readByStrict, good, ago);
        return { ...other, tests: [...of.tests.slice(0, 25), ...other.tests.slice(25)] };
      };
      const runs = { candidate: mixed(1), baseline: mixed(2) };
      const result = judgeGate(
        [{ name: 'hours', ...runs, judge: barely, judges: [strict] }],
        tenPoints,
        now,
      );
      expect(result.verdict).toBe('passed');
      expect(result.rules[0]?.why).toContain('7.6 points');
      expect(result.judged).toBeUndefined();
    });
  });

  it('trusts a judge that it is told to trust', () => {
    const { verdict: own, rules } = gate(undefined, {}, { ...tenPoints, trustsJudges: true });
    expect(own).toBe('passed');
    expect(rules[0]?.why).toBe('The tries show this.');
  });
});
