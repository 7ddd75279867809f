/** Gates that could be decided wrongly. Each case names the possible cause. */
import { describe, expect, it } from 'vitest';
import { foldEvents } from '../events/fold.ts';
import type { RunEvent } from '../events/run-event.ts';
import type { RunResult, StepResult, TestResult } from '../events/run-result.ts';
import type { RateRule } from '../format/model/gate.ts';
import { repeatRuleOf } from '../repeat/repeat-rule.ts';
import { defaultGate, type GateRules } from './gate-rules.ts';
import { judgeGate } from './judge-gate.ts';

const now = Date.UTC(2026, 10, 28);
const hour = 3_600_000;

const step = (expected = 'nine to five'): StepResult => ({
  input: { kind: 'text', text: 'When are you open?' },
  expected,
  outcome: 'passed',
  verdicts: [],
});

const outcomes = { p: 'passed', f: 'failed', e: 'error', u: 'undecided' } as const;

/** Builds a test from letters, one per try: passed, failed, error, undecided. */
function test(name: string, tries: string, more: Partial<TestResult> = {}): TestResult {
  const held = [...tries].map(
    (letter): TestResult => ({
      name,
      outcome: outcomes[letter as keyof typeof outcomes],
      attempt: 1,
      checks: 1,
      steps: [step()],
    }),
  );
  return {
    name,
    outcome: 'undecided',
    attempt: 1,
    checks: held.length,
    steps: [step()],
    repeat: { passRate: 0.95, tolerate: 0.8, maxTries: held.length, tries: held.length },
    tries: held,
    judgedAfter: held.length,
    ...more,
  };
}

const run = (tests: TestResult[], more: Partial<RunResult> = {}): RunResult => ({
  status: 'failed',
  finishedAt: now - hour,
  counts: { passed: 0, failed: 0, undecided: 0, error: 0, total: 0, skipped: 0, pending: 0 },
  tests,
  ...more,
});

/** Builds `count` tests with these tries. */
const tests = (count: number, tries: string | ((at: number) => string)): TestResult[] =>
  Array.from({ length: count }, (_, at) =>
    test(`Test ${at + 1}`, typeof tries === 'string' ? tries : tries(at)),
  );

const passRate: RateRule['of'] = { kind: 'passed tries' };
const tenPoints: GateRules = { ...defaultGate, rates: [{ of: passRate, noWorseBy: 0.1 }] };

function judge(baseline: RunResult | undefined, candidate: RunResult, rules = tenPoints) {
  return judgeGate([{ name: 'hours', candidate, ...(baseline && { baseline }) }], rules, now);
}

/** A pass rate of about nine in ten that varies between tests. */
const ninety = tests(50, (at) => (at % 2 === 0 ? 'ppppp' : 'ppppf'));
const seventy = tests(50, (at) => (at % 2 === 0 ? 'pppff' : 'ppppf'));

describe('the verdict of a gate', () => {
  it.each([
    ['the same results', ninety, ninety, 'passed'],
    ['twenty points worse', ninety, seventy, 'blocked'],
    ['better', seventy, ninety, 'passed'],
    ['five tests that pass five times each', tests(5, 'ppppp'), tests(5, 'ppppp'), 'undecided'],
    ['a single test that was right and is wrong', tests(1, 'ppppp'), tests(1, 'fffff'), 'blocked'],
    // The difference of four points is within the margin. But all harm is in two tests, so other such tests may be
    // harmed, too.
    [
      'two tests of fifty that break',
      tests(50, 'pppppppppp'),
      tests(50, (at) => (at < 2 ? 'ffffffffff' : 'pppppppppp')),
      'undecided',
    ],
    [
      'ten tests of fifty that break',
      tests(50, 'ppppp'),
      tests(50, (at) => (at < 10 ? 'fffff' : 'ppppp')),
      'blocked',
    ],
  ] as const)('on %s', (_, before, after, verdict) => {
    expect(judge(run([...before]), run([...after])).verdict).toBe(verdict);
  });

  it('says what is compared, and how it differs', () => {
    const { rules, tests: each } = judge(run(ninety), run(seventy));
    expect(rules[0]).toMatchObject({
      rule: 'pass rate no worse by 10 points',
      verdict: 'blocked',
      baseline: { tests: 50, tries: 250, rate: expect.closeTo(0.9, 6) },
      candidate: { rate: expect.closeTo(0.7, 6) },
      difference: expect.closeTo(-0.2, 6),
    });
    expect(each[0]).toEqual({
      test: 'Test 1',
      change: 'still passes',
      baseline: { passed: 5, tries: 5 },
      candidate: { passed: 3, tries: 5 },
    });
  });

  it('has nothing to say where there is no rule, and no pass without a baseline', () => {
    expect(judge(run(ninety), run(ninety), { ...defaultGate }).verdict).toBe('undecided');
    const alone = judge(undefined, run(ninety));
    expect(alone.verdict).toBe('undecided');
    expect(alone.rules[0]?.why).toMatch(/nothing to compare with/);
  });

  it('holds a rate that has to be reached without a baseline', () => {
    const atLeast = (share: number) => ({
      ...defaultGate,
      rates: [{ of: passRate, atLeast: share }],
    });
    expect(judge(undefined, run(ninety), atLeast(0.8)).verdict).toBe('passed');
    expect(judge(undefined, run(ninety), atLeast(0.88)).verdict).toBe('undecided');
    expect(judge(undefined, run(ninety), atLeast(0.97)).verdict).toBe('blocked');
  });
});

describe('what is missing', () => {
  it('is a doubt if there is much of it', () => {
    const down = tests(50, (at) => (at % 2 === 0 ? 'ppppe' : 'ppppp'));
    const { verdict, rules } = judge(run(down), run(down));
    expect(verdict).toBe('passed');
    expect(rules[0]?.candidate.missing).toBe(25);
    const more = tests(50, 'ppppe');
    expect(judge(run(more), run(more))).toMatchObject({
      verdict: 'undecided',
      rules: [
        {
          why: '50 of 250 tries of the candidate show nothing: fix the cause and run it again.',
        },
      ],
    });
  });

  it('is a doubt if it is missing from one version alone, because it may be what fails', () => {
    const gone = tests(50, (at) => (at < 12 ? 'ppppu' : 'ppppp'));
    const { verdict, rules } = judge(run(tests(50, 'ppppp')), run(gone));
    expect(verdict).toBe('undecided');
    expect(rules[0]?.why).toMatch(/12 tries of the candidate and 0 of the baseline show nothing/);
  });

  it('includes tries that were not held, and conversations that asserted nothing', () => {
    const cut = tests(50, 'pppp').map((one) => ({
      ...one,
      repeat: { passRate: 0.95, tolerate: 0.8, maxTries: 5, tries: 5 },
    }));
    expect(judge(run(cut), run(cut)).verdict).toBe('undecided');
    const empty = Array.from({ length: 60 }, (_, at) => ({
      name: `Test ${at}`,
      outcome: 'passed' as const,
      attempt: 1,
      checks: 0,
      steps: [step('any reply')],
    }));
    expect(judge(run(empty), run(empty)).verdict).toBe('undecided');
  });
});

describe('what can not be compared', () => {
  it.each<[string, RunResult, RunResult, RegExp]>([
    ['a run that was cancelled', run(ninety), run(ninety, { status: 'cancelled' }), /is cancelled/],
    [
      'a baseline that broke off',
      run(ninety, { status: 'error' }),
      run(ninety),
      /The baseline of hours did not finish/,
    ],
    [
      'a baseline of last month',
      run(ninety, { finishedAt: now - 30 * 24 * hour }),
      run(ninety),
      /is 30 days old, and 7 are allowed/,
    ],
    [
      'a run that is compared with itself',
      run(ninety, { startedAt: now - 2 * hour }),
      run(ninety, { startedAt: now - 2 * hour }),
      /is compared with itself/,
    ],
    [
      'a baseline without a date',
      (({ finishedAt, ...rest }) => rest)(run(ninety)),
      run(ninety),
      /The age of/,
    ],
    [
      'a test that must no longer pass alone',
      run([{ ...(ninety[0] as TestResult), isMust: true }, ...ninety.slice(1)]),
      run(ninety),
      /something else than in the baseline \(“Test 1”\)/,
    ],
    ['a test that was deleted', run(ninety), run(ninety.slice(1)), /are gone.*“Test 1”/],
    [
      'a test that was put into quarantine',
      run(ninety),
      run([{ ...(ninety[0] as TestResult), isQuarantined: true }, ...ninety.slice(1)]),
      /quarantine \(“Test 1”\)/,
    ],
    [
      'a test that expects something else',
      run(ninety),
      run([{ ...(ninety[0] as TestResult), steps: [step('any reply')] }, ...ninety.slice(1)]),
      /expect something else than in the baseline \(“Test 1”\)/,
    ],
    [
      'tests that are tried by another rule',
      run(ninety),
      run(
        ninety.map((one) => ({ ...one, repeat: { passRate: 0.9, tolerate: 0.5, maxTries: 50 } })),
      ),
      /expect something else/,
    ],
  ])('leaves it undecided: %s', (_, baseline, candidate, says) => {
    const { verdict, doubts } = judge(baseline, candidate);
    expect(verdict).toBe('undecided');
    expect(doubts.join(' ')).toMatch(says);
  });

  it('leaves it undecided: another environment', () => {
    const result = judgeGate(
      [{ name: 'hours', baseline: run(ninety), candidate: run(ninety), differs: ['environment'] }],
      tenPoints,
      now,
    );
    expect(result).toMatchObject({
      verdict: 'undecided',
      doubts: ['The runs of hours differ in more than the version: environment.'],
    });
  });

  it('matters where most tests are new: the baseline is of a part of the suite', () => {
    const whole = tests(50, 'ppppp');
    const result = judge(run(whole.slice(0, 20)), run(whole));
    expect(result.verdict).toBe('undecided');
    expect(result.doubts[0]).toMatch(/Most tests are not in the baseline: 30 of 50/);
    expect(judge(run(whole.slice(0, 25)), run(whole)).doubts).toEqual([]);
    expect(
      judge(run(whole.slice(0, 20)), run(whole), { ...tenPoints, leavesOutChangedTests: true })
        .doubts,
    ).toEqual([]);
  });

  it('does not matter where new tests are added, or changed ones may be left out', () => {
    const more = run([...ninety, test('New', 'ppppf')]);
    expect(judge(run(ninety), more)).toMatchObject({
      verdict: 'passed',
      apart: { added: ['New'] },
    });
    const lenient = { ...tenPoints, leavesOutChangedTests: true };
    expect(judge(run(ninety), run(ninety.slice(1)), lenient).verdict).toBe('passed');
    const failing = run([...ninety, test('New', 'fffff')]);
    expect(judge(run(ninety), failing, lenient).verdict).toBe('passed');
  });

  it('are new tests that fail: nobody has seen them pass', () => {
    expect(judge(run(ninety), run([...ninety, test('New', 'fffff')]))).toMatchObject({
      verdict: 'undecided',
      doubts: [
        expect.stringContaining('New tests fail, and the baseline does not have them (“New”)'),
      ],
    });
  });

  it('are two versions of which neither passes a test', () => {
    const broken = run(ninety.map(({ name }) => test(name, 'fffff')));
    expect(judge(broken, broken)).toMatchObject({ verdict: 'undecided' });
    expect(judge(broken, broken).doubts.join(' ')).toContain('No test passed with either version');
  });

  it('is a candidate that is as old as no baseline may be', () => {
    const old = { ...run(ninety), startedAt: 1, finishedAt: 2 };
    expect(judge(run(ninety), old).doubts.join(' ')).toMatch(/The run of hours is \d+ days old/);
  });

  it('is what people changed by hand', () => {
    const changed = ninety.map((one, at) =>
      at === 0 ? { ...one, measured: 'failed' as const } : one,
    );
    expect(judge(run(ninety), run(changed))).toMatchObject({
      verdict: 'undecided',
      doubts: ['People changed verdicts of these tests: “Test 1”.'],
    });
  });

  it('is a test of which a setting changed that its steps do not show', () => {
    const runs = { name: 'hours', baseline: run(ninety), candidate: run(ninety) };
    const result = judgeGate([{ ...runs, edited: ['Test 3'] }], tenPoints, now);
    expect(result).toMatchObject({ verdict: 'undecided', apart: { edited: ['Test 3'] } });
  });

  it('is harm for which another environment may be the cause', () => {
    const runs = { name: 'hours', baseline: run(ninety), candidate: run(seventy) };
    expect(judgeGate([runs], tenPoints, now).verdict).toBe('blocked');
    expect(judgeGate([{ ...runs, differs: ['environment'] }], tenPoints, now).verdict).toBe(
      'undecided',
    );
  });

  it('is a suite that only the candidate has, which is listed as new', () => {
    const result = judgeGate(
      [
        { name: 'hours', baseline: run(ninety), candidate: run(ninety) },
        { name: 'prices', candidate: run([test('Price', 'fffff')]) },
      ],
      tenPoints,
      now,
    );
    expect(result.apart.added).toEqual(['Price']);
  });

  it('does not hide harm that is shown, not behind missing tries either', () => {
    const down = tests(50, (at) => (at % 5 === 0 ? 'eeeee' : 'fffff'));
    expect(judge(run(tests(50, 'ppppp')), run(down)).verdict).toBe('blocked');
    const worse = run(seventy, { status: 'cancelled' });
    expect(judge(run(ninety), worse).verdict).toBe('blocked');
  });

  it('is a verdict of a judge that nobody measured', () => {
    const voted = ninety.map((one) => ({
      ...one,
      tries: one.tries?.map((held) => ({
        ...held,
        steps: [
          { ...step(), verdicts: [{ passed: true, votes: [], rule: '', actual: '' } as never] },
        ],
      })),
    })) as TestResult[];
    expect(judge(run(voted), run(voted))).toMatchObject({
      verdict: 'undecided',
      doubts: [expect.stringMatching(/no license for it: its error rate was not measured/)],
    });
    expect(judge(run(voted), run(voted), { ...tenPoints, trustsJudges: true }).verdict).toBe(
      'passed',
    );
  });
});

describe('a test in quarantine', () => {
  const isolated = (name: string, tries: string) => test(name, tries, { isQuarantined: true });
  const absolute: GateRules = { ...defaultGate, rates: [{ of: passRate, atLeast: 0.85 }] };
  const good = tests(50, 'ppppp');
  const bad = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];

  it('does not make a gate green that is not green with it', () => {
    const failing = bad.map((name) => test(name, 'fffff'));
    expect(judge(undefined, run([...good, ...failing]), absolute).verdict).not.toBe('passed');
    const hidden = run([...good, ...bad.map((name) => isolated(name, 'fffff'))]);
    expect(judge(undefined, hidden, absolute)).toMatchObject({
      verdict: 'undecided',
      rules: [{ verdict: 'undecided', why: expect.stringMatching(/only if tests in quarantine/) }],
      apart: { quarantined: bad },
    });
    const silent = run([...good, ...bad.map((name) => isolated(name, 'eeeee'))]);
    expect(judge(undefined, silent, absolute).verdict).toBe('undecided');
  });

  it('does not make a gate green by passing, either', () => {
    const few = tests(3, 'ppppp');
    expect(judge(undefined, run(few), absolute).verdict).toBe('undecided');
    const padded = run([...few, ...good.map((one) => ({ ...one, isQuarantined: true as const }))]);
    expect(judge(undefined, padded, absolute).verdict).toBe('undecided');
  });

  it('does not block a gate, and does not hold up one that is green with it', () => {
    const one = run([...good, isolated('A', 'fffff')]);
    expect(judge(undefined, one, absolute)).toMatchObject({
      verdict: 'passed',
      apart: { quarantined: ['A'] },
    });
    expect(judge(run([...good, isolated('A', 'fffff')]), one).verdict).toBe('passed');
    const worse = run([...seventy, isolated('A', 'ppppp')]);
    expect(judge(run(ninety), worse).verdict).toBe('blocked');
  });

  it('is a doubt if the baseline counted it, even if changed tests may be left out', () => {
    const rules = { ...tenPoints, leavesOutChangedTests: true };
    const [first, ...others] = good;
    const now = run([{ ...(first as TestResult), isQuarantined: true }, ...others]);
    expect(judge(run(good), now, rules)).toMatchObject({
      verdict: 'undecided',
      doubts: [expect.stringMatching(/in quarantine \(“Test 1”\): repair/)],
    });
    expect(judge(run(good), run(others), rules).verdict).toBe('passed');
  });
});

describe('a test that must pass', () => {
  const must = (outcome: TestResult['outcome'], more: Partial<TestResult> = {}) => ({
    name: 'Never refunds twice',
    outcome,
    attempt: 1,
    checks: 3,
    steps: [step()],
    isMust: true as const,
    ...more,
  });

  it.each([
    ['skipped', { outcome: 'skipped' as const }],
    ['in quarantine', { isQuarantined: true as const }],
  ])('is not forgotten when it is %s, in both runs', (_, how) => {
    const tests = [...ninety, must('passed', how)];
    expect(judge(run(tests), run(tests))).toMatchObject({
      verdict: 'undecided',
      must: [{ test: 'Never refunds twice', verdict: 'undecided' }],
    });
  });

  it('is not forgotten when it is deleted, even if changed tests may be left out', () => {
    const rules = { ...tenPoints, leavesOutChangedTests: true };
    const result = judge(run([...ninety, must('passed')]), run(ninety), rules);
    expect(result).toMatchObject({ verdict: 'undecided', must: [{ verdict: 'undecided' }] });
  });

  it('is one whether it is repeated or not, by the events of a run', () => {
    const events: RunEvent[] = [
      {
        type: 'run.started',
        at: 0,
        tests: [
          {
            name: 'Never refunds twice',
            mode: 'run',
            isMust: true,
            steps: [{ input: { kind: 'text', text: 'Refund' }, expected: 'once' }],
          },
        ],
      },
      { type: 'test.started', at: 1, test: 0, attempt: 1 },
      { type: 'test.finished', at: 2, test: 0, attempt: 1, outcome: 'failed', checks: 1 },
      { type: 'run.finished', at: 3, status: 'failed' },
    ] as RunEvent[];
    expect(foldEvents(events).tests[0]).toMatchObject({ isMust: true, outcome: 'failed' });
  });

  it.each([
    ['failed', 'blocked'],
    ['passed', 'passed'],
    ['undecided', 'undecided'],
    ['error', 'undecided'],
    ['pending', 'undecided'],
  ] as const)('%s: %s, whatever the others do', (outcome, verdict) => {
    const before = run([...ninety, must('passed')]);
    expect(judge(before, run([...ninety, must(outcome)])).verdict).toBe(verdict);
  });

  it('shows nothing if it asserted nothing', () => {
    const empty = must('passed', { checks: 0 });
    expect(judge(run([...ninety, empty]), run([...ninety, empty])).verdict).toBe('undecided');
  });

  it('is tried until its own rate is known, where others have a fixed number of tries', () => {
    const shared = { repeat: { tries: 5 } };
    expect(repeatRuleOf({ tags: [] }, shared)).toMatchObject({ maxTries: 5, tries: 5 });
    expect(repeatRuleOf({ tags: ['must'] }, shared)).toEqual({
      passRate: 0.95,
      tolerate: 0.8,
      maxTries: 50,
    });
    expect(repeatRuleOf({ repeat: { maxTries: 1 } }, shared)).toBeUndefined();
    expect(repeatRuleOf({}, { repeat: { maxTries: 30 } }, { tries: 5 })).toMatchObject({
      tries: 5,
    });
  });
});

const answered = { reply: { latencyMs: 1_500 } as never };
const silentAfterReply = [
  { ...step(), ...answered },
  { ...step(), failure: { class: 'silent' as const, code: 'no-reply', message: '' } },
];
const quietAfterReply = [
  { ...step(), ...answered },
  { ...step(), silence: { events: [{}] } as never },
];

describe('replies in time', () => {
  const timed = (latencyMs: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      name: `Test ${at}`,
      outcome: 'passed' as const,
      attempt: 1,
      checks: 1,
      steps: [{ ...step(), reply: { latencyMs } as never }],
    }));
  const rules: GateRules = {
    ...defaultGate,
    rates: [{ of: { kind: 'replies in time', withinMs: 2_000 }, atLeast: 0.95 }],
  };

  it('are counted, and silence is none', () => {
    expect(judge(undefined, run(timed(1_500, 60)), rules).verdict).toBe('passed');
    expect(judge(undefined, run(timed(1_500, 40)), rules).verdict).toBe('undecided');
    expect(judge(undefined, run(timed(2_500, 60)), rules).verdict).toBe('blocked');
    const broken = timed(1_500, 60).map((one) => ({ ...one, outcome: 'error' as const }));
    expect(judge(undefined, run(broken), rules).verdict).toBe('undecided');
    const silent = timed(1_500, 60).map((one) => ({
      ...one,
      outcome: 'failed' as const,
      steps: [{ ...step(), failure: { class: 'silent' as const, code: 'no-reply', message: '' } }],
    }));
    expect(judge(undefined, run(silent), rules).verdict).toBe('blocked');
  });

  it.each([
    ['a reply, and then none although one was waited for', 'blocked', silentAfterReply],
    ['a reply, and then none as it should be', 'passed', quietAfterReply],
    ['replies that the bot put off', 'blocked', { latencyMs: 4_000, waitedMs: 3_000 }],
    ['replies that waited for their turn here', 'undecided', { latencyMs: 4_000, heldMs: 3_000 }],
  ])('are not taken for each other: %s', (_, verdict, how) => {
    const steps = Array.isArray(how) ? how : [{ ...step(), reply: how as never }];
    const tests = timed(1, 60).map((one) => ({ ...one, steps }));
    expect(judge(undefined, run(tests), rules).verdict).toBe(verdict);
  });
});

describe('versions that may have been named the wrong way round', () => {
  const worse = tests(50, (at) => (at % 5 === 0 ? 'ppppf' : 'ppppp'));
  const better = tests(50, 'ppppp');
  const at = (from: number, to: number) => ({
    startedAt: now - from * hour,
    finishedAt: now - to * hour,
  });
  const judge = (candidate: RunResult, baseline: RunResult | undefined) =>
    judgeGate([{ name: 'hours', candidate, ...(baseline && { baseline }) }], defaultGate, now);

  it('are remarked on where the baseline began after the candidate had ended', () => {
    const { verdict, remarks } = judge(run(better, at(4, 3)), run(worse, at(2, 1)));
    expect(remarks).toEqual([
      'The baseline of hours ran after the candidate. If it is the newer version, swap the two.',
    ]);
    // Running the previous version afterwards is legitimate.
    expect(verdict).toBe(judge(run(better, at(2, 1)), run(worse, at(4, 3))).verdict);
  });

  it.each([
    ['the baseline ran first', run(better, at(2, 1)), run(worse, at(4, 3))],
    ['both ran at the same time', run(better, at(4, 2)), run(better, at(3, 1))],
    ['nobody knows when the baseline began', run(better, at(4, 3)), run(better)],
    ['there is no baseline', run(better, at(2, 1)), undefined],
  ])('are not where %s', (_, candidate, baseline) => {
    expect(judge(candidate, baseline).remarks).toEqual([]);
  });
});
