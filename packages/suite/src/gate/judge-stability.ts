/** Measures the stability of a judge: how often its verdict flips although nothing relevant has changed. */
import { exactUpperBound } from '@parley/statistics/compare';
import type { ErrorFigures } from './judge-licence.ts';

/** Second verdicts on all replies to which people gave one of the labels, either "failed" or "passed". */
export interface SecondVerdicts {
  same: number;
  /** Number of changed verdicts. */
  flipped: number;
  /** Replies for which the judge gave no second verdict. They count as flipped, because they could be the ones that flip. */
  lost: number;
}

export interface StabilityFigures {
  /** Flips on replies that people failed. `wrong` includes lost verdicts. */
  failed: ErrorFigures;
  /** Flips on replies that people passed. */
  passed: ErrorFigures;
  /** True if the instability suspends the license. */
  isUnstable: boolean;
}

/**
 * Upper bounds of the share of flips above which a license is suspended. They are wider than those of errors, because several
 * perturbations are tried and each could suspend the license by chance. With the fewest labels of a license, a judge that flips
 * on 1 reply in 100 stays below them about 97 times in 100. A judge that flips on 15 in 100 replies that people failed exceeds
 * them at least 95 times in 100.
 */
export const flipsMax = { failed: 0.15, passed: 0.3 } as const;

export function judgeStability(failed: SecondVerdicts, passed: SecondVerdicts): StabilityFigures {
  const figures = { failed: figuresOf(failed), passed: figuresOf(passed) };
  // A few replies without a flip prove little, but are no evidence against the judge.
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
