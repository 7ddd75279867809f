import type { StepResult } from '@parley/suite';

/** Text for a step without a reply. If `isOver` is true, none will arrive. */
export function wordsWithoutReply({ input, outcome }: StepResult, isOver: boolean): string {
  const isPause = input.kind === 'pause';
  const isCheck = input.kind === 'check';
  if (outcome === 'skipped') return 'Not reached';
  if (outcome === 'pending') return isOver ? 'Not reached' : 'Not yet';
  if (outcome === 'running' && !isOver && isCheck) return 'Checking…';
  if (outcome === 'running' && !isOver) return isPause ? 'Pausing…' : 'Waiting for the reply…';
  if (isCheck) return 'No answer';
  return isPause ? 'Paused' : 'No reply';
}
