import { type Interaction, readMetric, readMetricOfAnswer } from '@parley/suite';
import type { StepEnd } from './judge-step.ts';

/** Adds the metrics of a step, whatever its outcome. A metric that cannot be read is missing. */
export function measuredStep<End extends StepEnd>(
  end: End,
  { metrics, input }: Pick<Interaction, 'metrics' | 'input'>,
): End {
  if (!metrics) return end;
  const { reply, silence, verdicts, checked, outcome } = end;
  // An answer that could not be judged, such as an error page, is not measured either.
  const answer = outcome === 'error' ? undefined : checked?.answer;
  const measurements = Object.entries(metrics).map(([name, source]) =>
    input.kind === 'check'
      ? readMetricOfAnswer(name, source, answer)
      : readMetric(name, source, reply ?? silence, verdicts),
  );
  return { ...end, measurements };
}
