import type { Reply } from '@parley/suite';
import { formatDuration } from '#/lib/format-time.ts';

/** Latency of a reply, with the time for which the bot asked to wait. */
export function Latency({ reply: { latencyMs, waitedMs } }: { reply: Reply }) {
  return (
    <>
      <span className="tabular">{formatDuration(latencyMs)}</span>
      {waitedMs !== undefined && ` · bot rate-limited for ${formatDuration(waitedMs)}`}
    </>
  );
}
