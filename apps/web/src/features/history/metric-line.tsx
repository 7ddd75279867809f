interface MetricLineProps {
  /** One value per run, oldest first; null if the run has none. */
  values: readonly (number | null)[];
  goal: number | undefined;
}

const [width, height, edge] = [160, 32, 3];

/**
 * Line chart of a metric, run by run. A missing value is a gap, and the goal is a dashed line. The table below has the same
 * numbers.
 */
export function MetricLine({ values, goal }: MetricLineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const all = goal === undefined ? known : [...known, goal];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const y = (value: number) =>
    high === low ? height / 2 : edge + ((high - value) / (high - low)) * (height - 2 * edge);
  const x = (at: number) =>
    values.length === 1 ? width / 2 : edge + (at / (values.length - 1)) * (width - 2 * edge);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
      className="max-w-full shrink-0 text-accent"
    >
      {goal !== undefined && (
        <line
          x1={0}
          x2={width}
          y1={y(goal)}
          y2={y(goal)}
          strokeDasharray="4 3"
          className="stroke-ink-muted"
        />
      )}
      <path d={pathOf(values, x, y)} fill="none" stroke="currentColor" strokeWidth={1.5} />
      {values.map(
        (value, at) =>
          value !== null && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a run is its place
            <circle key={at} cx={x(at)} cy={y(value)} r={1.75} fill="currentColor" />
          ),
      )}
    </svg>
  );
}

/** @returns an SVG path that is interrupted at missing values */
function pathOf(
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, at) => {
      if (value === null) return '';
      const isDrawn = at > 0 && values[at - 1] !== null;
      return `${isDrawn ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}
