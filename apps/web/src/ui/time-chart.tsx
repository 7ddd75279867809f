import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { cx } from './cx.ts';

export type ChartTone = 'accent' | 'passed' | 'failed' | 'error' | 'running' | 'muted';

export interface ChartSeries {
  label: string;
  tone: ChartTone;
  /** One for each second; null where there is none. */
  values: readonly (number | null)[];
  /** For what was intended rather than measured. */
  isDashed?: boolean;
}

interface TimeChartProps {
  /** What the chart shows, spoken; the numbers belong beside it as a table. */
  label: string;
  seconds: readonly number[];
  series: readonly ChartSeries[];

  format: (value: number) => string;
  className?: string;
}

const height = 180;

/** Distances between labels of the axis. */
const wholeSeconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

const variables: Record<ChartTone, string> = {
  accent: '--accent',
  passed: '--passed-solid',
  failed: '--failed-solid',
  error: '--error-solid',
  running: '--running-solid',
  muted: '--ink-faint',
};

const legendTones: Record<ChartTone, string> = {
  accent: 'bg-accent',
  passed: 'bg-passed-solid',
  failed: 'bg-failed-solid',
  error: 'bg-error-solid',
  running: 'bg-running-solid',
  muted: 'bg-ink-faint',
};

/** Lines over the seconds of something, drawn on a canvas so that an hour of them stays smooth. */
export function TimeChart(props: TimeChartProps) {
  const { label, seconds, series, format, className } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(null);
  const latest = useRef(props);
  latest.current = props;
  const theme = useThemeChange();
  const shape = series.map((one) => `${one.label} ${one.tone} ${one.isDashed ?? ''}`).join('|');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a plot is made anew for other lines or colours
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const made = new UPlot(optionsOf(latest.current, element), dataOf(latest.current), element);
    plot.current = made;
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
  }, [seconds, series]);

  return (
    <figure className={cx('m-0 min-w-0', className)}>
      <div
        ref={place}
        role="img"
        aria-label={label}
        className="w-full"
        style={{ minHeight: height }}
      />
      <figcaption className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-xs">
        {series.map((one) => {
          const value = one.values.findLast((known) => known !== null);
          return (
            <span key={one.label} className="flex items-center gap-1.5 tabular">
              <span aria-hidden className={cx('h-0.5 w-3 rounded-full', legendTones[one.tone])} />
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

function dataOf({ seconds, series }: TimeChartProps): UPlot.AlignedData {
  return [seconds as number[], ...series.map(({ values }) => values as (number | null)[])];
}

function optionsOf({ series, format }: TimeChartProps, element: HTMLElement): UPlot.Options {
  const colour = (variable: string) => resolve(variable, element);
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
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] } },
    axes: [
      {
        ...axis,
        size: 28,
        incrs: wholeSeconds,
        values: (_, splits) => splits.map(clockOf),
        grid: { show: false },
      },
      { ...axis, size: 56, values: (_, splits) => splits.map(format) },
    ],
    series: [
      {},
      ...series.map(({ label, tone, isDashed }) => ({
        label,
        stroke: colour(variables[tone]),
        width: isDashed ? 1 : 1.5,
        ...(isDashed && { dash: [4, 4] }),
        points: { show: false },
        spanGaps: false,
      })),
    ],
  };
}

/** "0:05", "12:30", "1:02:00". */
function clockOf(second: number): string {
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  const minutes = `${Math.floor((second % 3600) / 60)}`;
  if (second < 3600) return `${minutes}:${two(second % 60)}`;
  return `${Math.floor(second / 3600)}:${two((second % 3600) / 60)}:${two(second % 60)}`;
}

/** A canvas knows no variables and no `light-dark()`, so the browser computes the colour. */
function resolve(variable: string, element: HTMLElement): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Counts the changes between light and dark. */
function useThemeChange(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const count = () => setChanges((before) => before + 1);
    const observer = new MutationObserver(count);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', count);
    return () => {
      observer.disconnect();
      system.removeEventListener('change', count);
    };
  }, []);
  return changes;
}
