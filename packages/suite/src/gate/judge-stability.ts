/** Stability of a judge: how often its verdict flips although nothing that matters has changed. */
import { exactUpperBound } from '@parley/statistics/compare';
import type { ErrorFigures } from './judge-licence.ts';

/** Second verdicts on replies to which people gave the same label. */
export interface SecondVerdicts {
  same: number;
  /** Verdicts that changed. */
  flipped: number;
  /** Replies without a second verdict although the judge was asked. They count as flipped: what is lost may be what flips. */
  lost: number;
}

export interface StabilityFigures {
  /** Flips on replies that people failed. `wrong` includes lost verdicts. */
  failed: ErrorFigures;
  /** Flips on replies that people passed. */
  passed: ErrorFigures;
  /** True if this suspends the license. */
  isUnstable: boolean;
}

/**
 * Upper bounds of the share of flips beyond which a license is suspended. They are wider than those of mistakes, because
 * several perturbations are tried and each could suspend it by chance: a judge that flips on 1 reply in 100 stays below
 * them about 97 times in 100 with the fewest labels of a license. One that flips on 15 in 100 replies that people failed
 * exceeds them at least 95 times in 100.
 */
export const flipsMax = { failed: 0.15, passed: 0.3 } as const;

export function judgeStability(failed: SecondVerdicts, passed: SecondVerdicts): StabilityFigures {
  const figures = { failed: figuresOf(failed), passed: figuresOf(passed) };
  // Few replies without a flip show little, but they show nothing against the judge.
  const exceeds = ({ wrong, bound }: ErrorFigures, max: number) => wrong > 0 && bound > max;
  return {
    ...figures,
    isUnstable:
      exceeds(figures.failed, flipsMax.failed) || exceeds(figures.passed, flipsMax.passed),
  };
}

function figuresOf({ same, flipped, lost }: SecondVerdicts): ErrorFigures {
  const [wrong, of] = [flipped + lost, same + flipped + lost];
  return { wrong, of, bound: exactUpperBound(wrong, of) };
}
