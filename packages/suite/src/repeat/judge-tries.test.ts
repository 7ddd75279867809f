import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../events/failure.ts';
import { concludeTries, judgeTries, triesNeeded } from './judge-tries.ts';
import type { TryEnd } from './tally.ts';

const rule = { passRate: 0.95, tolerate: 0.8, maxTries: 50 };

const failures: Record<string, Failure> = {
  f: { class: 'wrong', code: 'mismatch', message: 'Wrong.' },
  c: { class: 'configuration', code: 'unknown-path', message: 'No such path.' },
  e: { class: 'network', code: 'unavailable', message: 'Not there.' },
  u: { class: 'unsure', code: 'masked-reply', message: 'Hidden.' },
};
const outcomes = { p: 'passed', f: 'failed', c: 'failed', e: 'error', u: 'undecided' } as const;

/** Builds tries from letters: passed, failed, failed because of the suite, error, undecided. */
const tries = (letters: string): TryEnd[] =>
  [...letters].map((letter) => ({
    outcome: outcomes[letter as keyof typeof outcomes],
    failure: failures[letter],
  }));

const times = (letters: string, count: number) => letters.repeat(count);

describe('the verdict on tries', () => {
  it.each([
    ['18 passes', times('p', 18), 'passed', undefined, 18],
    ['27 tries of which one failed', `ppf${times('p', 24)}`, 'passed', undefined, 27],
    ['three failures', 'fff', 'failed', 'pass-rate', 3],
    ['further tries after the verdict', `${times('p', 18)}fffff`, 'passed', undefined, 18],
    // If the missing try counted as a failure, the test would not pass yet.
    ['18 passes of 19, and one missing', `${times('p', 9)}e${times('p', 9)}`, undefined],
    ['26 passes and one missing', `e${times('p', 26)}`, 'passed', undefined, 27],
    // If the missing try counted as a pass, the test would not fail yet. Also, more than a tenth is missing.
    ['three failures and one missing', 'effff', undefined],
    ['failures of the suite', 'ccc', 'failed', 'unknown-path', 3],
    ['failures of the suite and the agent', 'cfc', 'failed', 'pass-rate', 3],
    ['nothing but errors', 'eee', 'error', 'unavailable', 3],
    ['nothing that is decided', 'uuu', 'undecided', 'masked-reply', 3],
    ['two errors', 'ee', undefined],
    ['six of 20 missing', `${times('pppe', 4)}ppee`, 'undecided', 'tries-missing', 20],
    ['45 of 50', times('ppppppppfp', 5), 'undecided', 'pass-rate-undecided', 50],
  ] as const)('on %s', (_, letters, outcome, code?: string, after?: number) => {
    const verdict = judgeTries(rule, tries(letters));
    expect(verdict?.outcome).toBe(outcome);
    expect(verdict?.failure?.code).toBe(code);
    expect(verdict?.after).toBe(after);
  });

  const anyTries = fc
    .array(fc.constantFrom('p', 'p', 'p', 'p', 'p', 'p', 'f', 'e', 'u'), { maxLength: 60 })
    .map((letters) => letters.join(''));

  it('passes only what would pass with every missing try as a failure, and fails only what would fail with it as a pass', () => {
    fc.assert(
      fc.property(anyTries, (letters) => {
        const verdict = judgeTries(rule, tries(letters));
        if (!verdict) return;
        const used = letters.slice(0, verdict.after);
        const as = (letter: string) =>
          [...used.replaceAll(/[eu]/g, letter)].reduce(
            (sum, one) => sum + (one === 'p' ? Math.log(0.95 / 0.8) : Math.log(0.05 / 0.2)),
            0,
          );
        if (verdict.outcome === 'passed') expect(as('f')).toBeGreaterThanOrEqual(Math.log(19));
        if (verdict.outcome === 'failed') expect(as('p')).toBeLessThanOrEqual(-Math.log(19));
      }),
      { numRuns: 2000 },
    );
  });

  it('needs each of the tries that it asks for', () => {
    fc.assert(
      fc.property(anyTries, anyTries, (held, next) => {
        if (judgeTries(rule, tries(held))) return;
        const needed = triesNeeded(rule, tries(held));
        const early = `${held}${next.slice(0, needed - 1)}`;
        if (next.length < needed) return;
        expect(judgeTries(rule, tries(early))).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  it('always comes, after the last try at the latest', () => {
    fc.assert(
      fc.property(anyTries, (letters) => {
        const all = tries(letters.padEnd(50, 'p').slice(0, 50));
        expect(judgeTries(rule, all)).toBeDefined();
      }),
    );
  });

  it('says what would decide it', () => {
    const said = (letters: string) => concludeTries(rule, tries(letters)).failure;
    expect(said(`${times('p', 12)}ff`)).toMatchObject({
      message:
        '12 of 14 tries passed: this does not decide between a pass rate of 95% and one of 80%.',
      hint: expect.stringMatching(/^At this rate about \d+ to \d+ more tries would decide/),
    });
    expect(concludeTries(rule, tries('e'))).toMatchObject({
      outcome: 'error',
      failure: { code: 'unavailable' },
    });
    expect(said('')).toMatchObject({ code: 'pass-rate-undecided' });
  });

  it('is wrong about an agent at either rate at most 5 times in 100, also if it hides failures as errors', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const share = (rate: number, hidden: number, wanted: string) => {
      let found = 0;
      for (let agent = 0; agent < 2000; agent += 1) {
        const letters = Array.from({ length: 50 }, () =>
          random() < rate ? 'p' : random() < hidden ? 'e' : 'f',
        );
        if (judgeTries(rule, tries(letters.join('')))?.outcome === wanted) found += 1;
      }
      return found / 2000;
    };
    for (const hidden of [0, 0.3, 1]) expect(share(0.8, hidden, 'passed')).toBeLessThan(0.06);
    expect(share(0.95, 0, 'failed')).toBeLessThan(0.06);
  });
});
