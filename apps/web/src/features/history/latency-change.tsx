import { formatDuration } from '#/lib/format-time.ts';
import { cx } from '#/ui/cx.ts';

interface LatencyChangeProps {
  /** Milliseconds; undefined if there was no reply. */
  before: number | undefined;
  after: number | undefined;
  className?: string;
}

/** Smallest change in milliseconds that people notice. */
const noticeableMs = 50;

/** Shows "120 ms → 340 ms". A change is colored if it is noticeable and at least half of the smaller value. */
export function LatencyChange({ before, after, className }: LatencyChangeProps) {
  if (before === undefined && after === undefined) return null;
  const by = before === undefined || after === undefined ? 0 : after - before;
  const matters = Math.abs(by) >= Math.max(noticeableMs, 0.5 * Math.min(before ?? 0, after ?? 0));
  const shown = (ms: number | undefined) => (ms === undefined ? '–' : formatDuration(ms));
  return (
    <span
      className={cx(
        'whitespace-nowrap text-xs tabular',
        matters && by > 0 && 'text-failed',
        matters && by < 0 && 'text-passed',
        (!matters || by === 0) && 'text-ink-muted',
        className,
      )}
    >
      <span className="sr-only">Latency </span>
      {shown(before)} <span aria-hidden>→</span>
      <span className="sr-only">to</span> {shown(after)}
    </span>
  );
}
