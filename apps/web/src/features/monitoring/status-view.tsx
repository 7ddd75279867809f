import type { StatusPage } from '@parley/contract';
import { formatDateTime, formatDuration, formatUtcDay } from '#/lib/format-time.ts';
import { Badge, type BadgeTone } from '#/ui/badge.tsx';
import { cx } from '#/ui/cx.ts';

type ShownSuite = StatusPage['suites'][number];
type Day = ShownSuite['days'][number];

const states: Record<ShownSuite['state'], { word: string; tone: BadgeTone }> = {
  up: { word: 'Working', tone: 'passed' },
  down: { word: 'Failing', tone: 'failed' },
  paused: { word: 'Paused', tone: 'neutral' },
  unknown: { word: 'Not being checked', tone: 'neutral' },
  stopped: { word: 'Monitoring stopped', tone: 'error' },
};

const dayLooks: Record<Day['state'], { word: string; look: string }> = {
  passed: { word: 'every check passed', look: 'bg-passed-solid' },
  partly: { word: 'some checks failed', look: 'bg-error-solid' },
  failed: { word: 'every check failed', look: 'bg-failed-solid' },
  none: { word: 'no check', look: 'bg-pressed' },
};

/** States of all services, for the public page and its preview. */
export function StatusView({ page }: { page: StatusPage }) {
  return (
    <div className="flex flex-col gap-8">
      <ul aria-label="Services" className="flex flex-col gap-3">
        {page.suites.map((suite) => (
          <Suite key={suite.label} suite={suite} />
        ))}
      </ul>
      {page.suites.length === 0 && <p className="text-ink-muted text-sm">No services yet.</p>}
      <Incidents incidents={page.incidents} />
    </div>
  );
}

function Suite({ suite }: { suite: ShownSuite }) {
  const { label, state, stoppedSince, passedShare, days } = suite;
  const { word, tone } = states[state];
  return (
    <li className="rounded-lg bg-surface px-4 py-3 shadow-card ring-1 ring-line">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 break-words font-medium text-base text-ink">{label}</h2>
        <Badge tone={tone}>{word}</Badge>
      </div>
      {stoppedSince && (
        <p className="text-ink-muted text-sm tabular">
          Not checked since {formatDateTime(stoppedSince)}
        </p>
      )}
      <div
        role="img"
        aria-label={inWords(days)}
        className="mt-3 flex h-7 items-stretch gap-px sm:gap-0.5"
      >
        {days.map(({ day, state: of }) => (
          <span
            key={day}
            title={`${formatUtcDay(day)}: ${dayLooks[of].word}`}
            className={cx('min-w-0 flex-1 rounded-xs', dayLooks[of].look)}
          />
        ))}
      </div>
      <p className="mt-1.5 flex justify-between text-ink-muted text-xs tabular">
        <span>90 days ago</span>
        {passedShare !== null && <span>{percent(passedShare)} of checks passed</span>}
        <span>Today</span>
      </p>
    </li>
  );
}

/** Formats a share as a percentage, rounded down, so that a single failure never shows as 100%. */
function percent(share: number): string {
  return `${Math.floor(share * 10_000 + 1e-6) / 100}%`;
}

function inWords(days: Day[]): string {
  const count = (state: Day['state']) => days.filter((day) => day.state === state).length;
  return `In ${days.length} days: ${count('passed')} without a failure, ${count('partly')} with some, ${count('failed')} failed throughout, ${count('none')} without a check`;
}

function Incidents({ incidents }: Pick<StatusPage, 'incidents'>) {
  return (
    <section aria-label="Incidents">
      <h2 className="mb-2 font-semibold text-ink text-lg">Incidents</h2>
      {incidents.length === 0 && (
        <p className="text-ink-muted text-sm">None in the last 90 days.</p>
      )}
      <ul className="divide-y divide-line">
        {incidents.map(({ label, openedAt, resolvedAt }) => (
          <li
            key={`${label}${openedAt}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 text-sm"
          >
            <div className="min-w-0">
              <p className="break-words font-medium text-ink">{label}</p>
              <p className="text-ink-muted text-xs tabular">
                Since {formatDateTime(openedAt)}
                {resolvedAt &&
                  `, for ${formatDuration(Date.parse(resolvedAt) - Date.parse(openedAt))}`}
              </p>
            </div>
            {resolvedAt ? <Badge tone="passed">Resolved</Badge> : <Badge tone="failed">Open</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}
