import { type Flakiness, flakyFrom } from '@parley/contract';
import { Badge } from '#/ui/badge.tsx';

/** The flake score in percent, highlighted if the test is flaky. */
export function FlakeBadge({ flakiness }: { flakiness: Flakiness }) {
  const { score, flips, pairs } = flakiness;
  if (score === null) return <span className="text-ink-faint text-xs">Too few runs</span>;
  const text = `${Math.round(100 * score)}%`;
  const title = `The verdict changed in ${flips} of ${pairs} consecutive runs of the same suite text`;
  if (score < flakyFrom)
    return (
      <span title={title} className="text-ink-muted text-sm tabular">
        {text}
      </span>
    );
  return (
    <span title={title}>
      <Badge tone="error">Flaky {text}</Badge>
    </span>
  );
}
