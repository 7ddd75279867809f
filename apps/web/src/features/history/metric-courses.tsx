import type { Reliability } from '@parley/contract';
import { amountText } from '@parley/suite';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { formatDateTime } from '#/lib/format-time.ts';
import { DisclosureChevron } from '#/ui/disclosure-item.tsx';
import { MetricLine } from './metric-line.tsx';

type Course = Reliability['metrics'][number];

interface MetricCoursesProps {
  runs: Reliability['runs'];
  metrics: Course[];
}

/** The metrics of a suite, run by run, with the limits that its gate sets. */
export function MetricCourses({ runs, metrics }: MetricCoursesProps) {
  const title = useId();
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <h2 id={title} className="font-semibold text-base text-ink">
        Metrics
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-card ring-1 ring-line">
        {metrics.map((metric) => (
          <MetricRow key={metric.name} runs={runs} metric={metric} />
        ))}
      </ul>
    </section>
  );
}

function MetricRow({ runs, metric }: { runs: Reliability['runs']; metric: Course }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { name, goal, values } = metric;
  return (
    <li aria-label={`Metric ${name}`}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-3">
        <h3 className="min-w-48 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            className="-ml-1.5 flex min-h-7 max-w-full items-center gap-2 rounded-md py-0.5 pr-2 pl-1 text-left hover:bg-hover"
          >
            <DisclosureChevron isOpen={isOpen} />
            <span className="min-w-0 truncate font-medium text-ink text-sm">{name}</span>
          </button>
        </h3>
        <p className="text-ink-muted text-xs tabular">
          {lastInWords(values)}
          {goal && <span className="block">Goal: {`${goal.operator} ${goal.limit}`}</span>}
        </p>
        <MetricLine values={values.map((value) => value?.mean ?? null)} goal={goal?.limit} />
      </div>
      <div id={id} hidden={!isOpen} className="overflow-x-auto border-line border-t">
        {isOpen && <MetricTable runs={runs} metric={metric} />}
      </div>
    </li>
  );
}

/** Describes the last run. It counts even if all its values are missing. */
function lastInWords(values: Course['values']): string {
  const last = values.findLast((value) => value !== null);
  if (!last) return 'Never measured';
  return last.mean === null ? 'Last run: missing' : `Last run: ${amountText(last.mean)}`;
}

function MetricTable({ runs, metric }: { runs: Reliability['runs']; metric: Course }) {
  const rows = runs
    .map((run, at) => ({ run, value: metric.values[at] ?? null }))
    .filter(({ value }) => value !== null)
    .toReversed();
  return (
    <table className="w-full text-left text-sm tabular">
      <caption className="sr-only">{metric.name}, newest run first</caption>
      <thead className="text-ink-muted text-xs">
        <tr>
          {['Run', 'Label', 'Mean', 'Smallest', 'Largest', 'Conversations', 'Missing'].map(
            (title) => (
              <th key={title} scope="col" className="whitespace-nowrap px-5 py-2 font-medium">
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ run, value }) => (
          <tr key={run.id}>
            <th scope="row" className="whitespace-nowrap px-5 py-2 font-normal">
              <Link
                to="/history/testruns/$runId"
                params={{ runId: run.id }}
                className="rounded-sm text-accent-ink hover:underline"
              >
                {run.number === null ? '' : `#${run.number}, `}
                {formatDateTime(run.createdAt)}
              </Link>
            </th>
            <td className="wrap-anywhere px-5 py-2">{run.label ?? '–'}</td>
            {[value?.mean, value?.least, value?.most].map((number, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: three columns
              <td key={at} className="px-5 py-2">
                {typeof number === 'number' ? amountText(number) : 'missing'}
              </td>
            ))}
            <td className="px-5 py-2">{value?.measured}</td>
            <td className="px-5 py-2">{value?.missing}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
