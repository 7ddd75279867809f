import { isBad, type TestResult, triesTallyOf } from '@parley/suite';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { formatDuration } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';
import { cx } from '#/ui/cx.ts';
import { StatusIcon } from '#/ui/status-badge.tsx';
import type { NumberedTest } from './run-outcomes.ts';
import { failedStepOf, type TestGroup } from './test-groups.ts';

interface TestListProps {
  groups: TestGroup[];
  /** Index of the selected test in the run. */
  selected: number | undefined;
  onSelect: (index: number) => void;
  isOver: boolean;
  /** Indexes of tests that failed in this run but passed in the previous one. */
  newFailures: ReadonlySet<number>;
}

type Row =
  | { kind: 'heading'; key: string; title: string; count: number }
  | { kind: 'test'; key: string; numbered: NumberedTest; notes: string[] };

const headingHeight = 32;
const rowHeight = 36;
const notedRowHeight = 52;

/** Maximum number of rows to render at once, so that the browser's search finds all of them. Longer lists are virtualized. */
const plainMax = 150;

/** The tests of a run, one per line. The selected one is shown next to the list. */
export function TestList({ groups, selected, onSelect, isOver, newFailures }: TestListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(groups, isOver), [groups, isOver]);
  const chosen = rows.findIndex((row) => isTestRow(row, selected));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    // Always render the selected row, which can have the focus.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(0, startIndex - overscan);
      const to = Math.min(count - 1, endIndex + overscan);
      const near = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      return chosen === -1 || (chosen >= from && chosen <= to)
        ? near
        : [...near, chosen].sort((a, b) => a - b);
    },
  });
  const isLong = rows.length > plainMax;
  const shown = isLong
    ? virtual.getVirtualItems().map(({ index, start }) => ({ index, start }))
    : rows.map((_, index) => ({ index, start: undefined }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice brings a row into sight
  useEffect(() => {
    if (chosen === -1) return;
    if (isLong) virtual.scrollToIndex(chosen, { align: 'auto' });
    else revealIn(frame.current);
  }, [selected]);

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const tests = rows.filter((row) => row.kind === 'test');
    const at = tests.findIndex((row) => isTestRow(row, selected));
    const next = tests[Math.min(tests.length - 1, Math.max(0, at + step))];
    event.preventDefault();
    if (!next) return;
    onSelect(next.numbered.index);
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus(),
    );
  }

  // The list is a single tab stop. Arrow keys move within it.
  const stop = chosen === -1 ? rows.findIndex(({ kind }) => kind === 'test') : chosen;
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1">
      <ul
        onKeyDown={move}
        className="relative"
        style={isLong ? { height: virtual.getTotalSize() } : undefined}
      >
        {shown.map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <li
              key={row.key}
              className={isLong ? 'absolute inset-x-0 top-0' : undefined}
              style={{ height: heightOf(row), ...(isLong && { translate: `0 ${start}px` }) }}
            >
              {row.kind === 'heading' ? (
                <h2 className="flex h-full items-end gap-1 truncate px-2.5 pb-1 font-medium text-ink-muted text-xs">
                  {row.title} · <span className="tabular">{row.count}</span>
                </h2>
              ) : (
                <TestRow
                  test={row.numbered.test}
                  notes={row.notes}
                  isNew={newFailures.has(row.numbered.index)}
                  isSelected={row.numbered.index === selected}
                  isTabStop={index === stop}
                  isOver={isOver}
                  onSelect={() => onSelect(row.numbered.index)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface TestRowProps {
  test: TestResult;
  notes: string[];
  isNew: boolean;
  isSelected: boolean;
  isTabStop: boolean;
  isOver: boolean;
  onSelect: () => void;
}

function TestRow(props: TestRowProps) {
  const { test, notes, isNew, isSelected, isTabStop, isOver, onSelect } = props;
  const { name, outcome, startedAt, finishedAt } = test;
  return (
    <button
      type="button"
      aria-current={isSelected || undefined}
      tabIndex={isTabStop ? 0 : -1}
      title={name}
      onClick={onSelect}
      className={cx(
        'flex h-full w-full items-center gap-2 rounded-md px-2.5 text-left',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-ink text-sm">{name}</span>
        {notes.length > 0 && (
          <span className="block truncate text-ink-muted text-xs">{notes.join(' · ')}</span>
        )}
      </span>
      {isNew && <Badge tone="failed">New</Badge>}
      {startedAt !== undefined && finishedAt !== undefined && (
        <span className="shrink-0 text-ink-muted text-xs tabular">
          {formatDuration(finishedAt - startedAt)}
        </span>
      )}
      <StatusIcon
        status={outcome}
        label={isOver && outcome === 'pending' ? 'Not finished' : undefined}
        className="order-first"
      />
    </button>
  );
}

function rowsOf(groups: TestGroup[], isOver: boolean): Row[] {
  return groups.flatMap(({ key, title, tests }): Row[] => [
    ...(title ? [{ kind: 'heading' as const, key, title, count: tests.length }] : []),
    ...tests.map((numbered) => ({
      kind: 'test' as const,
      key: String(numbered.index),
      numbered,
      notes: notesOn(numbered.test, isOver),
    })),
  ]);
}

const isTestRow = (row: Row, index: number | undefined): boolean =>
  row.kind === 'test' && row.numbered.index === index;

function heightOf(row: Row | undefined): number {
  if (row?.kind === 'heading') return headingHeight;
  return row && row.notes.length > 0 ? notedRowHeight : rowHeight;
}

/**
 * Short notes that distinguish a test from others with the same outcome. There are none while the run is active, so that rows
 * keep their height.
 */
function notesOn(test: TestResult, isOver: boolean): string[] {
  if (!isOver) return [];
  const place = isBad(test.outcome) ? failedStepOf(test) : undefined;
  const vacuous = vacuousChecks(test);
  const tally = triesTallyOf(test);
  const judged = tally && tally.passed + tally.failed;
  return [
    ...(judged ? [`${tally.passed} of ${judged} tries passed`] : []),
    ...(place !== undefined && !tally ? [`step ${place + 1}`] : []),
    ...(test.isQuarantined ? ['In quarantine'] : []),
    ...(test.overrides?.length ? ['Overridden'] : []),
    ...(vacuous > 0 ? [`${vacuous} could not fail`] : []),
    ...(test.attempt > 1 ? [`attempt ${test.attempt}`] : []),
  ];
}

export function vacuousChecks({ steps }: TestResult): number {
  return steps.flatMap(({ verdicts }) => verdicts).filter(({ vacuous }) => vacuous !== undefined)
    .length;
}

/** Scrolls the selected row into view. Only scrolls the list, not the page. */
function revealIn(frame: HTMLElement | null): void {
  const row = frame?.querySelector<HTMLElement>('[aria-current=true]');
  if (!frame || !row) return;
  const [list, place] = [frame.getBoundingClientRect(), row.getBoundingClientRect()];
  if (place.top < list.top) frame.scrollTop += place.top - list.top - headingHeight;
  if (place.bottom > list.bottom) frame.scrollTop += place.bottom - list.bottom + rowHeight;
}
