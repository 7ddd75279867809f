import type { MonitorSlot } from '@parley/contract';
import { formatDateTime } from '#/lib/format-time.ts';
import { cx } from '#/ui/cx.ts';

const shown = 12;

/** The latest slots, oldest first, as bars whose height and color show the result. */
export function SlotStrip({ slots }: { slots: MonitorSlot[] }) {
  const last = slots.slice(0, shown).toReversed();
  const passed = last.filter(({ result }) => result === 'passed').length;
  const failed = last.filter(({ result }) => result === 'failed').length;
  const leftOut = last.filter(wasLeftOut).length;
  return (
    <div
      role="img"
      aria-label={`${passed} of the last ${last.length} passed, ${failed} failed${leftOut > 0 ? `, ${leftOut} not run` : ''}`}
      className="flex h-5 items-end gap-0.5"
    >
      {last.map((slot) => (
        <span
          key={slot.at}
          title={`${formatDateTime(slot.at)}: ${describe(slot)}`}
          className={cx('w-1.5 rounded-[1px]', lookOf(slot))}
        />
      ))}
    </div>
  );
}

/** @returns true if a due run did not happen, because the plan or a quota refused it or no worker was running */
export function wasLeftOut({ outcome, result }: MonitorSlot): boolean {
  return outcome === 'missed' || (outcome === 'refused' && result !== 'failed');
}

function lookOf(slot: MonitorSlot): string {
  const { outcome, result } = slot;
  if (wasLeftOut(slot)) return 'h-1.5 bg-error-solid';
  if (result === 'passed') return 'h-5 bg-passed-solid';
  if (result === 'failed') return 'h-5 bg-failed-solid';
  return outcome === 'run' && result === null ? 'h-3 bg-running-solid' : 'h-1.5 bg-line-control';
}

function describe({ outcome, reason, result }: MonitorSlot): string {
  if (reason) return reason;
  if (outcome === 'run') return result === null ? 'running' : result;
  return outcome;
}
