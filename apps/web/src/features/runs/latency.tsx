import type { Reply } from '@parley/suite';
import { formatDuration } from '#/lib/format-time.ts';

/** How long the first message took, and how much of that the bot had asked to wait. */
export function Latency({ reply: { latencyMs, waitedMs } }: { reply: Reply }) {
  return (
    <>
      <span className="tabular">{formatDuration(latencyMs)}</span>
      {waitedMs !== undefined && ` · bot rate-limited for ${formatDuration(waitedMs)}`}
    </>
  );
}
