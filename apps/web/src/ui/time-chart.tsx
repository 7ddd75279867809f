import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { resolveColor, useThemeChange } from './canvas-colors.ts';
import { cx } from './cx.ts';

/** Colors of series. `passed`, `failed`, `error` and `running` are reserved for those states; measurements use the others. */
export type ChartTone = 'accent' | 'passed' | 'failed' | 'error' | 'running' | 'neutral' | 'muted';

export interface ChartSeries {
  label: string;
  tone: ChartTone;
  /** One value per position on the axis; null leaves a gap. */
  values: readonly (number | null)[];
  /** True for planned rather than measured values. */
  isDashed?: boolean;
  /** Draws bars instead of a line. Bars of several series overlap, with those of the first series at the back. */
  isBar?: boolean;
  /** Values for the legend, if they differ from `values` because the bars are stacked. */
  told?: readonly (number | null)[];
}

interface TimeChartProps {
  /** Accessible name of the chart. Show the numbers in a table as well. */
  label: string;
  /** Seconds from the start, or the names of consecutive days. */
  over: { seconds: readonly number[] } | { days: readonly string[] };
  series: readonly ChartSeries[];
  format: (value: number) => string;
  /** Maximum of the axis if known, for example 100 for a percentage. */
  max?: number;
  /** Called with the index of the clicked position on the axis. Keyboard users need another way to do the same. */
  onPick?: (place: number) => void;
  className?: string;
}

const height = 180;

/** Possible steps of the vertical axis. They are whole numbers, because runs, users, percentages and milliseconds are. */
const wholeNumbers = Array.from({ length: 9 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
).flat();

/** Possible distances between the labels of the time axis, in seconds. */
const wholeSeconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

const wholeDays = [1, 2, 3, 7, 14, 28, 56];

const variables: Record<ChartTone, string> = {
  accent: '--accent',
  passed: '--passed-solid',
  failed: '--failed-solid',
  error: '--error-solid',
  running: '--running-solid',
  neutral: '--ink-muted',
  muted: '--ink-faint',
};

const legendTones: Record<ChartTone, string> = {
  accent: 'bg-accent',
  passed: 'bg-passed-solid',
  failed: 'bg-failed-solid',
  error: 'bg-error-solid',
  running: 'bg-running-solid',
  neutral: 'bg-ink-muted',
  muted: 'bg-ink-faint',
};

/** Lines or bars over time, drawn on a canvas so that thousands of points stay smooth. */
export function TimeChart(props: TimeChartProps) {
  const { label, over, series, format, onPick, className } = props;
  const [hovered, setHovered] = useState<number | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(null);
  const latest = useRef(props);
  latest.current = props;
  const theme = useThemeChange();
  const shape = series
    .map((one) => `${one.label} ${one.tone} ${one.isDashed ?? ''} ${one.isBar ?? ''}`)
    .join('|');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a plot is made anew for other lines or colours
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const made = new UPlot(optionsOf(latest, element, setHovered), dataOf(latest.current), element);
    plot.current = made;
    made.over.addEventListener('click', ({ clientX }) => {
      const left = clientX - made.over.getBoundingClientRect().left;
      latest.current.onPick?.(made.posToIdx(left));
    });
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) made.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [shape, theme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what the data is made of
  useEffect(() => {
    plot.current?.setData(dataOf(latest.current));
  }, [over, series]);

  return (
    <figure className={cx('m-0 min-w-0', className)}>
      <div
        ref={place}
        role="img"
        aria-label={label}
        className={cx('w-full', onPick && 'cursor-pointer')}
        style={{ minHeight: height }}
      />
      <figcaption className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-xs">
        {'days' in over && <span>{over.days[hovered ?? over.days.length - 1]}</span>}
        {series.map((one) => {
          const told = one.told ?? one.values;
          const value = hovered === null ? told.findLast((known) => known !== null) : told[hovered];
          return (
            <span key={one.label} className="flex items-center gap-1.5 tabular">
              <span
                aria-hidden
                className={cx(
                  'w-3 rounded-full',
                  one.isBar ? 'h-2' : 'h-0.5',
                  legendTones[one.tone],
                )}
              />
              {one.label}
              {value !== undefined && value !== null && (
                <span className="text-ink">{format(value)}</span>
              )}
            </span>
          );
        })}
      </figcaption>
    </figure>
  );
}

function dataOf({ over, series }: TimeChartProps): UPlot.AlignedData {
  const places = 'seconds' in over ? (over.seconds as number[]) : over.days.map((_, at) => at);
  return [places, ...series.map(({ values }) => values as (number | null)[])];
}

/** Options of the chart. Days are at positions 0, 1, 2 …, with room for a bar around each. */
function optionsOf(
  latest: { current: TimeChartProps },
  element: HTMLElement,
  onHover: (index: number | null) => void,
): UPlot.Options {
  const { over, series, format, max } = latest.current;
  const isOverDays = 'days' in over;
  const dayAt = (place: number) => {
    const now = latest.current.over;
    return 'days' in now && Number.isInteger(place) ? (now.days[place] ?? '') : '';
  };
  const spaceOfDay = () => {
    const now = latest.current.over;
    const names = 'days' in now ? now.days : [];
    return Math.max(64, ...names.map(({ length }) => 24 + 6 * length));
  };
  const colour = (variable: string) => resolveColor(variable, element);
  const axis = {
    stroke: colour('--ink-faint'),
    font: '11px "Inter Variable", sans-serif',
    ticks: { show: false },
    grid: { stroke: colour('--line'), width: 1 },
  };
  return {
    width: Math.max(200, element.clientWidth),
    height,
    legend: { show: false },
    cursor: { show: true, drag: { x: false, y: false } },
    scales: {
      x: {
        time: false,
        ...(isOverDays && { range: (_, from, to) => [from - 0.5, to + 0.5] as [number, number] }),
      },
      y: { range: (_, __, most) => [0, max ?? Math.max(1, most * 1.1)] },
    },
    hooks: { setCursor: [({ cursor }) => onHover(cursor.idx ?? null)] },
    axes: [
      {
        ...axis,
        size: 28,
        incrs: isOverDays ? wholeDays : wholeSeconds,
        values: (_, splits) => splits.map(isOverDays ? dayAt : clockOf),
        ...(isOverDays && { space: spaceOfDay }),
        grid: { show: false },
      },
      { ...axis, size: 56, incrs: wholeNumbers, values: (_, splits) => splits.map(format) },
    ],
    series: [
      {},
      ...series.map(({ label, tone, isDashed, isBar }) => ({
        label,
        stroke: colour(variables[tone]),
        width: isBar ? 0 : isDashed ? 1 : 1.5,
        ...(isDashed && { dash: [4, 4] }),
        ...(isBar && {
          fill: colour(variables[tone]),
          paths: UPlot.paths.bars?.({ size: [0.7, 28], radius: 0.15 }),
        }),
        // Shows a point for each day, because a day between two gaps would not be visible as a line.
        points: { show: isOverDays && !isBar, size: 5, fill: colour(variables[tone]) },
        spanGaps: false,
      })),
    ],
  };
}

/** Formats seconds as "0:05", "12:30" or "1:02:00". */
function clockOf(second: number): string {
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  const minutes = `${Math.floor((second % 3600) / 60)}`;
  if (second < 3600) return `${minutes}:${two(second % 60)}`;
  return `${Math.floor(second / 3600)}:${two((second % 3600) / 60)}:${two(second % 60)}`;
}
