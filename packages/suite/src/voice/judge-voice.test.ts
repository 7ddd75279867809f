import { describe, expect, it } from 'vitest';
import type { Assertion } from '../format/model/suite.ts';
import type { Turn } from '../match/turn.ts';
import { judgeVoice } from './judge-voice.ts';
import type { LineFinding } from './line-facts.ts';
import type { LimitCheck, VoiceCheck } from './voice-check.ts';
import {
  type NetworkFacts,
  networkInWords,
  type VoiceFacts,
  type VoiceFigure,
} from './voice-facts.ts';

const figure = (ms: number, errorMs = 40): VoiceFigure => ({ ms, errorMs, fromMs: 0, toMs: ms });

const turnWith = (change: Partial<VoiceFacts>): Turn => ({
  events: [],
  voice: {
    ours: [],
    theirs: [],
    snrDb: 60,
    response: figure(0),
    deadAir: figure(0),
    overlap: figure(0),
    ...change,
  },
});

function verdictOn(check: VoiceCheck, turn: Turn | undefined) {
  const assertion: Assertion = {
    property: 'response',
    operator: 'exists',
    expected: [],
    negated: false,
    voice: check,
  };
  const { passed, standing } = judgeVoice(assertion, check, turn);
  return passed ? 'passed' : (standing ?? 'failed');
}

const below = (limitMs: number, isEqualAllowed = false): LimitCheck => ({
  kind: 'response',
  isEqualAllowed,
  limitMs,
});

describe('a limit for a measured time', () => {
  it.each([
    [900, 'passed'],
    [1159, 'passed'],
    [1160, 'undecided'],
    [1200, 'undecided'],
    [1239, 'undecided'],
    [1240, 'failed'],
    [3000, 'failed'],
  ])('of 1,200 ms is decided by %d ms, which may be 40 ms off: %s', (ms, expected) => {
    expect(verdictOn(below(1200), turnWith({ response: figure(ms) }))).toBe(expected);
  });

  it('may be reached if it says so', () => {
    expect(verdictOn(below(1200, true), turnWith({ response: figure(1160) }))).toBe('passed');
    expect(verdictOn(below(1200, true), turnWith({ response: figure(1240) }))).toBe('undecided');
    expect(verdictOn(below(1200, true), turnWith({ response: figure(1241) }))).toBe('failed');
  });

  it('is never passed by a time that was still going on', () => {
    const waited = (ms: number): VoiceFigure => ({ ...figure(ms), isAtLeast: true }) as VoiceFigure;
    expect(verdictOn(below(1200), turnWith({ response: waited(300) }))).toBe('undecided');
    expect(verdictOn(below(1200), turnWith({ response: waited(5000) }))).toBe('failed');
  });

  it('is undecided if nothing was measured', () => {
    const unknown = { unknown: 'The line is too noisy.' };
    expect(verdictOn(below(1200), turnWith({ response: unknown }))).toBe('undecided');
    expect(verdictOn(below(1200), { events: [] })).toBe('undecided');
    expect(verdictOn(below(1200), undefined)).toBe('undecided');
  });

  it('looks at the figure that it names', () => {
    const turn = turnWith({ response: figure(5000), deadAir: figure(100) });
    expect(verdictOn({ ...below(1200), kind: 'deadAir' }, turn)).toBe('passed');
    expect(verdictOn(below(1200), turn)).toBe('failed');
  });
});

describe('a class of lines', () => {
  const finding = (confidence: number): LineFinding => ({
    class: 'voicemail',
    confidence,
    fromMs: 0,
    toMs: 900,
    because: 'A beep.',
  });

  it.each([
    [[finding(0.95)], 'passed', 'failed'],
    [[finding(0.8)], 'passed', 'failed'],
    [[finding(0.79)], 'undecided', 'undecided'],
    [[finding(0.3)], 'undecided', 'undecided'],
    [[], 'failed', 'passed'],
    [[{ ...finding(0.95), class: 'menu' as const }], 'failed', 'passed'],
  ])('is decided by %j: %s, and not: %s', (findings, expected, negated) => {
    const check = { kind: 'line', class: 'voicemail', isNegated: false } as const;
    const turn = turnWith({ line: { findings } });
    expect(verdictOn(check, turn)).toBe(expected);
    expect(verdictOn({ ...check, isNegated: true }, turn)).toBe(negated);
  });

  it('is not ruled out by a dead line, on which nothing was heard', () => {
    const silent = turnWith({ line: { findings: [], isSilent: true } });
    for (const name of ['voicemail', 'menu', 'busy'] as const) {
      const check = { kind: 'line', class: name, isNegated: true } as const;
      expect(verdictOn(check, silent)).toBe('undecided');
      expect(verdictOn({ ...check, isNegated: false }, silent)).toBe('failed');
      // Stored before silence was.
      expect(verdictOn(check, turnWith({ line: { findings: [] } }))).toBe('passed');
    }
  });

  it('is ruled out by silence if it consists of nothing but sound', () => {
    const silent = turnWith({ line: { findings: [], isSilent: true } });
    const check = { kind: 'line', class: 'early media', isNegated: true } as const;
    expect(verdictOn(check, silent)).toBe('passed');
  });

  it('is undecided if the line was not classified', () => {
    for (const isNegated of [true, false]) {
      const check = { kind: 'line', class: 'menu', isNegated } as const;
      expect(verdictOn(check, turnWith({}))).toBe('undecided');
      expect(verdictOn(check, undefined)).toBe('undecided');
    }
  });
});

describe('a stop', () => {
  const yields = (change: object, limitMs = 1000) =>
    verdictOn(
      { kind: 'yields', limitMs },
      turnWith({ yields: { ...figure(500), ...change } as VoiceFigure }),
    );
  const goesOn = (change: object, limitMs = 1000) =>
    verdictOn(
      { kind: 'goesOn', limitMs },
      turnWith({ goesOn: { ...figure(500), ...change } as VoiceFigure }),
    );

  it.each([
    [{ ms: 500 }, 'passed'],
    [{ ms: 960 }, 'passed'],
    [{ ms: 980 }, 'undecided'],
    [{ ms: 1041 }, 'failed'],
    [{ ms: 500, isAtLeast: true }, 'undecided'],
    [{ ms: 5000, isAtLeast: true }, 'failed'],
    [{ ms: 500, resumedAfterMs: 400 }, 'undecided'],
    [{ ms: 2000, resumedAfterMs: 400 }, 'failed'],
  ])('of %j is judged after an interruption: %s', (change, expected) => {
    expect(yields(change)).toBe(expected);
  });

  it.each([
    [{ ms: 5000 }, 'passed'],
    [{ ms: 1040, isAtLeast: true }, 'passed'],
    [{ ms: 1020 }, 'undecided'],
    [{ ms: 0 }, 'failed'],
    [{ ms: 900, isAtLeast: true }, 'undecided'],
    [{ ms: 0, resumedAfterMs: 500 }, 'undecided'],
  ])('of %j is judged after a backchannel: %s', (change, expected) => {
    expect(goesOn(change)).toBe(expected);
  });

  it('is undecided if nothing was said while they were speaking', () => {
    expect(verdictOn({ kind: 'yields', limitMs: 1000 }, turnWith({}))).toBe('undecided');
    expect(verdictOn({ kind: 'goesOn', limitMs: 1000 }, turnWith({}))).toBe('undecided');
  });
});

describe('the network score', () => {
  const scoreOf = (least: number, most: number): NetworkFacts => ({
    ...{ packets: 250, lost: 3, late: 1, score: { least, most } },
  });
  const above: VoiceCheck = { kind: 'mos', isEqualAllowed: false, least: 3.8 };

  it.each([
    [4.33, 4.33, 'passed'],
    [3.81, 4.2, 'passed'],
    [3.8, 4.2, 'undecided'],
    [1, 4.41, 'undecided'],
    [1, 3.81, 'undecided'],
    [1, 3.8, 'failed'],
    [2.1, 2.1, 'failed'],
  ])('from %d to %d decides "network mos > 3.8": %s', (least, most, expected) => {
    expect(verdictOn(above, turnWith({ network: scoreOf(least, most) }))).toBe(expected);
  });

  it('is said with what it rests on', () => {
    expect(networkInWords(scoreOf(1, 4.41))).toBe('4.41 at most, 3 of 250 packets lost, 1 late');
    const known = { ...scoreOf(3.5, 4.2), delayMs: 150, late: 0 };
    expect(networkInWords(known)).toBe(
      '3.50 to 4.20 at an assumed delay of 150 ms, 3 of 250 packets lost',
    );
    expect(networkInWords({ ...known, score: { least: 4, most: 4 } })).toMatch(/^4\.00 at/);
  });

  it('may be reached if it says so', () => {
    const check = { ...above, isEqualAllowed: true };
    expect(verdictOn(check, turnWith({ network: scoreOf(3.8, 3.8) }))).toBe('passed');
  });

  it('is undecided if it is unknown, if no packets were seen, and if nothing was measured', () => {
    const unknown = { ...scoreOf(0, 0), score: { unknown: 'Only 3 packets.' } };
    expect(verdictOn(above, turnWith({ network: unknown }))).toBe('undecided');
    expect(verdictOn(above, turnWith({}))).toBe('undecided');
    expect(verdictOn(above, undefined)).toBe('undecided');
  });

  it.each<[Partial<NetworkFacts>, RegExp]>([
    [{}, /network: \{ delayMs: 150 \}/],
    [{ delayMs: 150 }, /lossConcealment: true/],
    [{ delayMs: 150, lossConcealment: true, stalledMs: 80 }, /too busy for 80 ms/],
  ])('says what would decide it: %j', (change, hint) => {
    const turn = turnWith({ network: { ...scoreOf(3.5, 4.2), ...change } });
    const assertion = {
      property: 'network mos',
      operator: 'exists',
      expected: [],
      negated: false,
    } as const;
    expect(judgeVoice({ ...assertion, expected: [], voice: above }, above, turn).hint).toMatch(
      hint,
    );
  });
});
