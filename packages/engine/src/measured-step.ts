import { type Interaction, readMetric } from '@parley/suite';
import type { StepEnd } from './judge-step.ts';

/** Adds what a step measures of its turn, however it ended: what cannot be read is missing. */
export function measuredStep<End extends StepEnd>(
  end: End,
  { metrics }: Pick<Interaction, 'metrics'>,
): End {
  if (!metrics) return end;
  const turn = end.reply ?? end.silence;
  const measurements = Object.entries(metrics).map(([name, source]) =>
    readMetric(name, source, turn),
  );
  return { ...end, measurements };
}
