/** Tests that the stability limits neither suspend a license without reason nor let an unstable judge keep one. */
import { describe, expect, it } from 'vitest';
import { judgeStability } from './judge-stability.ts';

const verdicts = (flipped: number, of: number, lost = 0) => ({
  same: of - flipped - lost,
  flipped,
  lost,
});

const none = verdicts(0, 0);

describe('the stability of a judge', () => {
  it.each([
    ['no flip', verdicts(0, 59), verdicts(0, 14), false],
    ['4 flips on 59 replies that people failed', verdicts(4, 59), none, false],
    ['5 flips on 59', verdicts(5, 59), none, true],
    ['no answer to 5 of 59', verdicts(0, 59, 5), none, true],
    ['1 flip on 14 replies that people passed', none, verdicts(1, 14), false],
    ['2 flips on 14', none, verdicts(2, 14), true],
    // Flips on the many replies of one kind must not be diluted by those of the other.
    ['9 flips on 60, and none on 2000 of the other kind', verdicts(9, 60), verdicts(0, 2000), true],
    ['hardly any replies, and no flip', verdicts(0, 3), verdicts(0, 1), false],
    ['nothing asked', none, none, false],
    ['a single reply that flips', verdicts(1, 1), none, true],
  ])('with %s', (_, failed, passed, isUnstable) => {
    expect(judgeStability(failed, passed).isUnstable).toBe(isUnstable);
  });

  it('forgives a judge that hardly flips, and finds one that often does', () => {
    const atMost = (most: number, of: number, rate: number) => {
      let [sum, term] = [0, (1 - rate) ** of];
      for (let flips = 0; flips <= most; flips += 1) {
        sum += term;
        term *= (((of - flips) / (flips + 1)) * rate) / (1 - rate);
      }
      return sum;
    };
    const steady = (rate: number) => (atMost(4, 59, rate) * atMost(1, 14, rate)) ** 5;
    expect(steady(0.01)).toBeGreaterThan(0.95);
    expect(1 - atMost(4, 59, 0.15)).toBeGreaterThan(0.95);
  });
});
