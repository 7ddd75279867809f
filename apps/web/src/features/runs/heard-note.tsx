import type { Reply } from '@parley/suite';
import { formatShare } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';

/** Time to the first word and confidence of a spoken reply. */
export function HeardNote({ reply: { latencyMs, confidence, isUnsure } }: { reply: Reply }) {
  if (confidence === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-muted text-xs">
      {isUnsure && <Badge tone="error">Uncertain words</Badge>}
      <span>
        Time to first word <span className="tabular">{formatDuration(latencyMs)}</span>
      </span>
      <span>
        Confidence <span className="tabular">{formatShare(Number(confidence.toFixed(2)))}</span>
      </span>
    </p>
  );
}
