/** Describes what a run shows, so that a run that did not pass is never mistaken for one that did. */
import type { RunSummary } from '@parley/contract';

export const verdicts = [
  'passed',
  'passed_with_exceptions',
  'failed',
  'undecided',
  'error',
  'untested',
  'cancelled',
  'interrupted',
  'running',
  'queued',
] as const;

export type Verdict = (typeof verdicts)[number];

export const meanings: Record<Verdict, string> = {
  passed:
    'Every test of this run ran and passed. The run may be of a part of its suite: see counts.',
  passed_with_exceptions: 'Nothing failed, but the run proves less than a pass: see caveats.',
  failed: 'At least one test failed.',
  undecided: 'Not decided: it neither passed nor failed. Do not report it as passed.',
  error:
    'It could not be tested properly: an error of the setup, the network or Parley. Not a pass.',
  untested: 'Nothing was tested. Not a pass.',
  cancelled: 'It was cancelled. Not a pass.',
  interrupted: 'It was interrupted. Not a pass.',
  running: 'It is still running. There is no verdict yet: call wait_for_run.',
  queued: 'It has not started yet. There is no verdict yet: call wait_for_run.',
};

type Judged = Pick<RunSummary, 'status' | 'counts' | 'overriddenAt'>;

export function verdictOf({ status, counts }: Judged): Verdict {
  if (status === 'failed') {
    const isOpen = counts.failed === 0 && counts.error === 0 && counts.unsure > 0;
    return isOpen ? 'undecided' : 'failed';
  }
  if (status !== 'passed') return status;
  if (counts.failed > 0 || counts.error > 0 || counts.unsure > 0 || counts.pending > 0)
    return 'undecided';
  if (counts.passed - (counts.unasserted ?? 0) <= 0) return 'untested';
  return exceptionsOf(counts).length > 0 ? 'passed_with_exceptions' : 'passed';
}

export const isOver = ({ status }: Pick<RunSummary, 'status'>): boolean =>
  status !== 'queued' && status !== 'running';

export function caveatsOf({ status, counts, overriddenAt }: Judged): string[] {
  return [
    ...exceptionsOf(counts),
    ...(counts.unsure > 0 ? [`${counts.unsure} undecided: too uncertain to judge.`] : []),
    ...(status !== 'queued' && status !== 'running' && counts.pending > 0
      ? [`${counts.pending} never ran.`]
      : []),
    ...(counts.total === 0 ? ['The run has no tests.'] : []),
    ...(overriddenAt ? ['A person changed a measured verdict of this run.'] : []),
  ];
}

function exceptionsOf(counts: RunSummary['counts']): string[] {
  const { quarantined = 0, vacuous = 0, unasserted = 0, leftOutByOnly = 0, skipped } = counts;
  const found: [number, string][] = [
    [quarantined, 'in quarantine did not pass and did not count.'],
    [skipped - leftOutByOnly, 'skipped.'],
    [leftOutByOnly, 'left out because another test has `only`.'],
    [unasserted, 'passed without an assertion.'],
    [vacuous, 'checks passed that could not have failed.'],
  ];
  return found.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
}
