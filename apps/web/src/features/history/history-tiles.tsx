import type { HistoryFigures } from '@parley/contract';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { countOf, formatNumber } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { cx } from '#/ui/cx.ts';
import { CountLink } from './count-link.tsx';
import { countedRuns } from './history-range.ts';
import type { HistorySearch } from './history-search.ts';
import { formatShare, passedInterval, passedShare } from './share-of.ts';

interface HistoryTilesProps {
  figures: HistoryFigures;
  /** The current filters. */
  search: HistorySearch;
}

/** Four figures of the period, each compared with the previous period. */
export function HistoryTiles({ figures, search }: HistoryTilesProps) {
  const { total, before, days } = figures;
  const share = passedShare(total);
  const shareBefore = before && passedShare(before);
  const interval = passedInterval(total);
  const period = days.length === 1 ? 'the day before' : `the ${days.length} days before`;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line shadow-card ring-1 ring-line lg:grid-cols-4">
      <Tile
        name="Runs"
        value={
          <CountLink
            count={total.runs}
            search={countedRuns(search, { status: 'ended' })}
            label={countOf(total.runs, 'run')}
          />
        }
        note={countOf(total.testsPassed + total.testsFailed, 'test')}
        change={changeOf(total.runs, before?.runs || null, (by) => formatNumber(Math.abs(by)))}
        period={period}
      />
      <Tile
        name="Pass rate"
        value={formatShare(share)}
        note={
          <>
            {interval && (
              <span title="95% interval of the pass rate">
                {interval}
                <span className="sr-only"> (95% interval)</span> ·{' '}
              </span>
            )}
            <CountLink
              count={total.failed}
              search={countedRuns(search, { status: 'failing' })}
              label={countOf(total.failed, 'failed run')}
            />{' '}
            failed
          </>
        }
        change={changeOf(share, shareBefore, (by) => `${Math.abs(by).toFixed(1)} pp`, 'up')}
        period={period}
      />
      <Tile
        name="Reply latency, p95"
        value={total.p95 === null ? '–' : formatDuration(total.p95)}
        note={total.p50 === null ? 'No replies' : `Half within ${formatDuration(total.p50)}`}
        change={changeOf(
          total.p95,
          before?.p95 ?? null,
          (by) => formatDuration(Math.abs(by)),
          'down',
        )}
        period={period}
      />
      <Tile
        name="Mean duration of a run"
        value={total.durationMs === null ? '–' : formatDuration(total.durationMs)}
        note={total.answers === 1 ? '1 reply' : `${formatNumber(total.answers)} replies`}
        change={changeOf(
          total.durationMs,
          before?.durationMs ?? null,
          (by) => formatDuration(Math.abs(by)),
          'down',
        )}
        period={period}
      />
    </dl>
  );
}

interface Change {
  by: number;
  text: string;
  /** Undefined if neither direction is better. */
  isBetter: boolean | undefined;
}

/** Change of a figure; undefined if there is nothing to compare with or no change. */
function changeOf(
  now: number | null,
  before: number | null,
  format: (by: number) => string,
  better?: 'up' | 'down',
): Change | undefined {
  if (now === null || before === null || now === before) return undefined;
  const by = now - before;
  return { by, text: format(by), isBetter: better && by > 0 === (better === 'up') };
}

interface TileProps {
  name: string;
  value: ReactNode;
  note: ReactNode;
  change: Change | undefined;
  period: string;
}

function Tile({ name, value, note, change, period }: TileProps) {
  const Arrow = change && change.by > 0 ? ArrowUp : ArrowDown;
  return (
    <div className="min-w-0 bg-surface px-4 py-2">
      <dt className="truncate text-ink-muted text-xs">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-base text-ink tabular">{value}</span>
        {change && (
          <span
            title={`Compared with ${period}`}
            className={cx(
              'inline-flex items-center gap-0.5 text-xs tabular',
              change.isBetter === undefined && 'text-ink-muted',
              change.isBetter === true && 'text-passed',
              change.isBetter === false && 'text-failed',
            )}
          >
            <Arrow className="size-3" aria-hidden />
            <span className="sr-only">{change.by > 0 ? 'up by' : 'down by'}</span>
            {change.text}
            <span className="sr-only">compared with {period}</span>
          </span>
        )}
      </dd>
      <dd className="truncate text-ink-muted text-xs">{note}</dd>
    </div>
  );
}
