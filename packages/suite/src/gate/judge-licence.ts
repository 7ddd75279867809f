/** Licenses a judge: people's labels have to show that it is wrong rarely enough for a gate to rest on it. */
import {
  type Agreement,
  cohensKappa,
  exactUpperBound,
  leastInformation,
  type ReaderErrors,
} from '@parley/statistics/compare';

/** The judge's verdicts on the replies to which people gave the same label. */
export interface JudgedLabels {
  passed: number;
  failed: number;
  /** Number of replies without a verdict, or whose label was changed after the verdict was known. They count as wrong. */
  lost: number;
}

export interface ErrorFigures {
  /** Number of wrong verdicts, including lost ones. */
  wrong: number;
  of: number;
  /** Exact upper 95% bound (one-sided) of the share of wrong verdicts. */
  bound: number;
}

export interface LicenceFigures {
  isGranted: boolean;
  /** Replies that people failed, but the judge passed. */
  falsePasses: ErrorFigures;
  /** Replies that people passed, but the judge failed. */
  falseFailures: ErrorFigures;
  /** Agreement beyond chance, for information only. Null if undefined. */
  kappa: Agreement | null;
  /** True if the judge distinguishes replies too poorly to correct a rate. */
  knowsTooLittle: boolean;
  /** Number of further labels that would earn the license if the judge agreed with all of them. */
  missing: { failed: number; passed: number };
}

/** Maximum upper bound of the share of false passes for a license. */
export const falsePassesMax = 0.05;

/**
 * Maximum upper bound of the share of false failures for a license. A judge that fails all replies would hide any
 * deterioration.
 */
export const falseFailuresMax = 0.2;

/** Maximum number of further labels to consider, more than people would give. */
const labelsAheadMax = 10_000;

export function judgeLicence({
  failed,
  passed,
}: {
  failed: JudgedLabels;
  passed: JudgedLabels;
}): LicenceFigures {
  const falsePasses = figuresOf(failed.passed + failed.lost, failed);
  const falseFailures = figuresOf(passed.failed + passed.lost, passed);
  const errors = errorsOf({ falsePasses, falseFailures });
  const knowsTooLittle = information(errors) <= leastInformation + 1e-12;
  return {
    isGranted:
      falsePasses.bound <= falsePassesMax &&
      falseFailures.bound <= falseFailuresMax &&
      !knowsTooLittle,
    falsePasses,
    falseFailures,
    kappa:
      cohensKappa([
        [passed.passed, passed.failed],
        [failed.passed, failed.failed],
      ]) ?? null,
    knowsTooLittle,
    missing: {
      failed: labelsAhead(falsePasses, falsePassesMax),
      passed: labelsAhead(falseFailures, falseFailuresMax),
    },
  };
}

/** Converts the figures of the labels to the form that rate corrections need. */
export const errorsOf = ({
  falsePasses,
  falseFailures,
}: Pick<LicenceFigures, 'falsePasses' | 'falseFailures'>): ReaderErrors => ({
  holding: falseFailures.of,
  missed: falseFailures.wrong,
  others: falsePasses.of,
  mistaken: falsePasses.wrong,
});

const information = ({ holding, missed, others, mistaken }: ReaderErrors): number =>
  holding === 0 || others === 0 ? 0 : 2 - missed / holding - mistaken / others;

function figuresOf(wrong: number, { passed, failed, lost }: JudgedLabels): ErrorFigures {
  const of = passed + failed + lost;
  return { wrong, of, bound: exactUpperBound(wrong, of) };
}

function labelsAhead({ wrong, of, bound }: ErrorFigures, max: number): number {
  if (bound <= max) return 0;
  let [low, high] = [0, labelsAheadMax];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (exactUpperBound(wrong, of + middle) <= max) high = middle;
    else low = middle;
  }
  return high;
}
