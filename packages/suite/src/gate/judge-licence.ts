/** The licence of a judge: shown by labels of people to be wrong seldom enough that a gate may rest on it. */
import {
  type Agreement,
  cohensKappa,
  exactUpperBound,
  leastInformation,
  type ReaderErrors,
} from '@parley/statistics/compare';

/** What a judge said about replies that people labelled the same way. */
export interface JudgedLabels {
  passed: number;
  failed: number;
  /** It gave no verdict, or the label was changed once its verdict was known. Counts as wrong. */
  lost: number;
}

export interface ErrorFigures {
  /** Wrong verdicts, with those that were lost. */
  wrong: number;
  of: number;
  /** Exact one-sided upper 95% bound of the share. */
  bound: number;
}

export interface LicenceFigures {
  isGranted: boolean;
  /** Replies that people failed and the judge passes. */
  falsePasses: ErrorFigures;
  /** Replies that people passed and the judge fails. */
  falseFailures: ErrorFigures;
  /** Agreement beyond chance; shown, and decides nothing. Null where it is not defined. */
  kappa: Agreement | null;
  /** Sensitivity and specificity are too low for a rate to be corrected by them. */
  knowsTooLittle: boolean;
  /** Further labels that would give the licence if the judge agrees with all of them. */
  missing: { failed: number; passed: number };
}

/** Upper bound of the share of false passes that a licence allows. */
export const falsePassesMax = 0.05;

/** Upper bound of the share of false failures: a judge that fails all replies hides what became worse. */
export const falseFailuresMax = 0.2;

/** Labels that are counted for ahead; nobody labels more. */
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

/** What the labels show of the judge, as a rate is corrected by it. */
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
