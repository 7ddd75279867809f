import type { RunResult, TestResult, Verdict } from '@parley/suite';

/** Number of displayed characters of a fingerprint, enough to tell two judges apart. */
const fingerprintShown = 8;

/**
 * Names the judges behind a run's verdicts: the models that answered, and the fingerprint, which also covers the prompt and
 * the number of votes.
 * @returns undefined if no judge decided anything
 */
export function judgeOf({ tests }: RunResult): string | undefined {
  const judged = tests.flatMap(verdictsOf).filter(({ votes, judge }) => votes || judge);
  if (judged.length === 0) return undefined;
  return [...new Set(judged.map(nameOf))].sort().join('; ');
}

function verdictsOf({ steps, tries }: TestResult): Verdict[] {
  // The steps of a repeated test only belong to one of its tries.
  return tries ? tries.flatMap(verdictsOf) : steps.flatMap(({ verdicts }) => verdicts);
}

function nameOf({ judge }: Verdict): string {
  if (!judge) return 'Not recorded';
  const fingerprint = judge.fingerprint.slice(0, fingerprintShown);
  const models = judge.models?.join(', ');
  const named = judge.name === undefined ? '' : `${judge.name}: `;
  return models ? `${named}${models} (${fingerprint})` : `${named}${fingerprint}`;
}
