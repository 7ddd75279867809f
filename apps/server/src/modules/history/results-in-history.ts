import type { Quarantine } from '@parley/contract';
import { type ResultInHistory, readOutcome } from '@parley/suite';
import type { JudgedRunRow, TestOutcomeRow } from './course.queries.ts';

/**
 * Converts the results of a test to evidence about its quarantine. Leaves out runs with verdicts that a person changed.
 *
 * @param runs oldest first
 * @param quarantine the active one; null if there is none
 */
export function resultsInHistory(
  results: readonly TestOutcomeRow[],
  runs: readonly JudgedRunRow[],
  quarantine: Pick<Quarantine, 'createdAt'> | null,
): ResultInHistory[] {
  const byRun = new Map(results.map((result) => [result.runId, result]));
  const ran = runs.flatMap((run) => {
    const result = byRun.get(run.id);
    return result ? [{ run, result }] : [];
  });
  const latest = ran.at(-1);
  const since = quarantine ? new Date(quarantine.createdAt) : undefined;
  return ran
    .filter(({ run }) => run.overriddenAt === null)
    .map(({ run, result }) => ({
      outcome: outcomeOf(result),
      isSameTest: result.fingerprint !== null && result.fingerprint === latest?.result.fingerprint,
      isSamePlace: latest !== undefined && placeOf(run) === placeOf(latest.run),
      isQuarantined: result.isQuarantined && since !== undefined && run.createdAt > since,
    }));
}

const placeOf = ({ environment, deviceId, label }: JudgedRunRow) =>
  JSON.stringify([environment, deviceId, label]);

/** A pass without a check that could have failed proves nothing, and neither does an error: it has another cause. */
function outcomeOf({ outcome: end, isDoubtful }: TestOutcomeRow): ResultInHistory['outcome'] {
  if (end === 'skipped') return null;
  const outcome = readOutcome(end);
  if (outcome === 'error' || (outcome === 'passed' && isDoubtful)) return null;
  return outcome;
}
