/** Decides if the results of a test are evidence to put it in quarantine, or to end its quarantine. */
import { rareCount, rareStreak } from '@parley/statistics';

/** The result of a test in one run. */
export interface ResultInHistory {
  /** Null if the run says nothing about the test, for example because it ended as an error or no check could have failed. */
  outcome: 'passed' | 'failed' | 'undecided' | null;
  /** True if the test asks and expects the same as in its latest result. */
  isSameTest: boolean;
  /** True if the run has the environment, virtual device and label of the latest result. */
  isSamePlace: boolean;
  /** True if the test was in its current quarantine. */
  isQuarantined: boolean;
}

export interface QuarantineEvidence {
  /** What the results suggest; null if nothing. */
  offer: 'quarantine' | 'release' | null;
  /** The results as a sentence. */
  why: string;
}

/** Number of latest runs to consider. */
export const evidenceRuns = 50;

/** Pass rates of a test that is good enough, and of one that is not, as in the defaults of `repeat`. */
const rates = { passRate: 0.95, tolerate: 0.8 };

const level = 0.05;

/** A test at `passRate` fails this often in at most 5 of 100 histories. */
export const failuresNeeded = rareCount(1 - rates.passRate, evidenceRuns, level);

/** A bot that broke and was fixed, even twice, fails in fewer spells. */
export const spellsNeeded = 3;

/** Number of failures in a row that suggest a broken bot rather than a flaky test. */
export const brokenFrom = 5;

/** A test at `tolerate` passes this often in a row in at most 5 of 100 histories. */
export const passesNeeded = rareStreak(rates.tolerate, evidenceRuns, level);

/**
 * @param results oldest first; results of runs that a person overrode have to be left out
 * @param isQuarantined true if the test is in quarantine now
 * @returns null if there is nothing to say about the results
 */
export function quarantineEvidence(
  results: readonly ResultInHistory[],
  isQuarantined: boolean,
): QuarantineEvidence | null {
  const latest = results.slice(-evidenceRuns);
  return isQuarantined ? toRelease(latest) : toQuarantine(latest);
}

function toQuarantine(results: readonly ResultInHistory[]): QuarantineEvidence | null {
  const judged = results.filter(
    ({ outcome, isSameTest, isSamePlace }) =>
      isSameTest && isSamePlace && (outcome === 'passed' || outcome === 'failed'),
  );
  const hasFailed = judged.map(({ outcome }) => outcome === 'failed');
  const failures = hasFailed.filter(Boolean).length;
  // A spell at the beginning of the window counts too: the test has passed since.
  const spells = hasFailed.filter((failed, at) => failed && !hasFailed[at - 1]).length;
  const lastPass = hasFailed.lastIndexOf(false);
  const inARow = hasFailed.length - 1 - lastPass;
  if (failures < failuresNeeded || spells < spellsNeeded) return null;
  const counts = `It failed in ${failures} of ${hasFailed.length} runs without being edited`;
  if (inARow >= brokenFrom)
    return {
      offer: null,
      why: `${counts}, and in the last ${inARow}: something may be broken.`,
    };
  return {
    offer: 'quarantine',
    why: `${counts}, in ${spells} spells with passes in between: it seems to be flaky.`,
  };
}

function toRelease(results: readonly ResultInHistory[]): QuarantineEvidence {
  let passes = 0;
  for (const { outcome, isQuarantined, isSameTest } of results.toReversed()) {
    if (!isQuarantined || !isSameTest || outcome === 'failed' || outcome === 'undecided') break;
    if (outcome === 'passed') passes += 1;
  }
  if (passes < passesNeeded)
    return { offer: null, why: `Passes in a row: ${passes} of ${passesNeeded}.` };
  return {
    offer: 'release',
    why: `It passed ${passes} times in a row: it no longer seems to fail.`,
  };
}
