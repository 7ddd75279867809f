import { describe, expect, it } from 'vitest';
import {
  brokenFrom,
  evidenceRuns,
  failuresNeeded,
  passesNeeded,
  quarantineEvidence,
  type ResultInHistory,
} from './quarantine-evidence.ts';

const outcomes = { P: 'passed', F: 'failed', U: 'undecided', '-': null } as const;

/** Writes a history as a text, such as PPFP, oldest first. */
const history = (text: string, more: Partial<ResultInHistory> = {}): ResultInHistory[] =>
  [...text].map((letter) => ({
    outcome: outcomes[letter as keyof typeof outcomes],
    isSameTest: true,
    isSamePlace: true,
    isQuarantined: false,
    ...more,
  }));

const offered = (results: ResultInHistory[]) => quarantineEvidence(results, false)?.offer ?? null;

describe('the evidence for a quarantine', () => {
  it('is six failures in three spells', () => {
    expect(failuresNeeded).toBe(6);
    expect(quarantineEvidence(history('PFPPFFPPPFPFPFPP'), false)).toEqual({
      offer: 'quarantine',
      why: 'It failed in 6 of 16 runs without being edited, in 5 spells with passes in between: it seems to be flaky.',
    });
  });

  it.each([
    ['a test that always passes', 'P'.repeat(50)],
    ['a test that always fails', 'F'.repeat(50)],
    ['a bot that broke', `${'P'.repeat(20)}${'F'.repeat(20)}`],
    ['a bot that broke, was fixed and broke again', 'PPPFFFFPPPPFFFFPPP'],
    ['five failures', 'PFPFPFPFPFPPPPPP'],
    ['errors and undecided results', 'P-P-PUPUPUP-PUP-PUP'],
    ['failures that are older than the window', `FPFPFPFPFPFPF${'P'.repeat(50)}`],
  ])('is not there for %s', (_, text) => {
    expect(offered(history(text))).toBeNull();
  });

  it('is not there for a flaky test that now fails every time, and says so', () => {
    const flaky = 'PFPPFPPFPPFPP';
    expect(offered(history(flaky + 'F'.repeat(brokenFrom - 1)))).toBe('quarantine');
    expect(quarantineEvidence(history(flaky + 'F'.repeat(brokenFrom)), false)).toEqual({
      offer: null,
      why: expect.stringMatching(/in the last 5: something may be broken/),
    });
  });

  it('does not mix versions, environments or edits of the test', () => {
    // Two versions that run in turn, of which one is broken, look like a flaky test.
    const mixed = [...'PFPFPFPFPFPFPF'].flatMap((letter) =>
      history(letter, { isSamePlace: letter === 'F' }),
    );
    expect(offered(mixed)).toBeNull();
    expect(
      offered([...history('FPFPFPFPFPFP', { isSameTest: false }), ...history('PP')]),
    ).toBeNull();
  });

  it('is there for hardly any good test, and for most flaky ones', () => {
    const random = seeded(27);
    const share = (rate: number) => {
      let hits = 0;
      for (let one = 0; one < 2000; one += 1) {
        const results: ResultInHistory[] = [];
        for (let run = 0; run < evidenceRuns; run += 1) {
          results.push(...history(random() < rate ? 'P' : 'F'));
          // People look after every run.
          if (offered(results) === 'quarantine') {
            hits += 1;
            break;
          }
        }
      }
      return hits / 2000;
    };
    expect(share(0.95)).toBeLessThan(0.05);
    expect(share(0.8)).toBeGreaterThan(0.9);
    expect(share(0.6)).toBeGreaterThan(0.95);
  });
});

describe('the evidence to end a quarantine', () => {
  const inQuarantine = (text: string, more: Partial<ResultInHistory> = {}) =>
    history(text, { isQuarantined: true, ...more });
  const released = (results: ResultInHistory[]) => quarantineEvidence(results, true)?.offer ?? null;

  it('is a streak of passes', () => {
    expect(passesNeeded).toBe(22);
    expect(quarantineEvidence(inQuarantine(`F${'P'.repeat(22)}`), true)).toEqual({
      offer: 'release',
      why: 'It passed 22 times in a row: it no longer seems to fail.',
    });
    expect(quarantineEvidence(inQuarantine('FPPP'), true)).toEqual({
      offer: null,
      why: 'Passes in a row: 3 of 22.',
    });
  });

  it('counts neither errors nor passes that prove nothing', () => {
    expect(released(inQuarantine('P-'.repeat(21)))).toBeNull();
    expect(released(inQuarantine('P-'.repeat(22)))).toBe('release');
    expect(released(inQuarantine('-'.repeat(40)))).toBeNull();
  });

  it.each([
    ['a failure', inQuarantine(`${'P'.repeat(21)}FP`)],
    ['an undecided result', inQuarantine(`${'P'.repeat(21)}UP`)],
    ['an edit', [...inQuarantine('P'.repeat(21), { isSameTest: false }), ...inQuarantine('P')]],
    ['the time before the quarantine', [...history('P'.repeat(21)), ...inQuarantine('P')]],
  ])('begins anew after %s', (_, results) => {
    expect(released(results)).toBeNull();
  });

  it('is there for hardly any test that is still flaky, and for most that are repaired', () => {
    const random = seeded(28);
    const share = (rate: number) => {
      let hits = 0;
      for (let one = 0; one < 2000; one += 1) {
        let text = '';
        while (text.length < evidenceRuns && !text.endsWith('P'.repeat(passesNeeded)))
          text += random() < rate ? 'P' : 'F';
        if (released(inQuarantine(text)) === 'release') hits += 1;
      }
      return hits / 2000;
    };
    expect(share(0.8)).toBeLessThan(0.06);
    expect(share(0.99)).toBeGreaterThan(0.95);
  });
});

/** A generator of pseudo-random numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
