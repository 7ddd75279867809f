import { type Interaction, readMetric, readMetricOfAnswer } from '@parley/suite';
import type { StepEnd } from './judge-step.ts';

/** Adds what a step measures of its turn, however it ended: what cannot be read is missing. */
export function measuredStep<End extends StepEnd>(
  end: End,
  { metrics, input }: Pick<Interaction, 'metrics' | 'input'>,
): End {
  if (!metrics) return end;
  const { reply, silence, verdicts, checked, outcome } = end;
  // An answer with which the check could not decide, such as an error page, shows no number, either.
  const answer = outcome === 'error' ? undefined : checked?.answer;
  const measurements = Object.entries(metrics).map(([name, source]) =>
    input.kind === 'check'
      ? readMetricOfAnswer(name, source, answer)
      : readMetric(name, source, reply ?? silence, verdicts),
  );
  return { ...end, measurements };
}
