import type { SuiteSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { MonitoredBadge } from '#/features/billing/monitored-badge.tsx';
import { PlatformLabel } from '#/features/devices/platforms.tsx';
import { formatDateTime, formatRelative } from '#/lib/format-time.ts';
import type { SuiteDialogKind } from './suite-dialogs.tsx';
import { SuiteMenu } from './suite-menu.tsx';

interface SuiteCardProps {
  suite: SuiteSummary;
  now: number;
  onDialog: (kind: SuiteDialogKind, suite: SuiteSummary) => void;
}

/** Height in pixels, on which the virtual list relies. */
export const suiteCardHeight = 152;

export function SuiteCard({ suite, now, onDialog }: SuiteCardProps) {
  return (
    <article
      style={{ height: suiteCardHeight }}
      className="relative flex flex-col rounded-lg bg-surface p-4 shadow-card ring-1 ring-line transition-shadow hover:ring-line-control has-[a:focus-visible]:ring-2 has-[a:focus-visible]:ring-accent-ink"
    >
      <header className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 pt-0.5">
          <Link
            to="/test-suite/$testSuiteId"
            params={{ testSuiteId: suite.id }}
            className="line-clamp-2 break-words font-medium text-base text-ink outline-none after:absolute after:inset-0 after:rounded-lg"
          >
            {suite.name}
          </Link>
        </h2>
        <div className="relative -mt-1 -mr-2">
          <SuiteMenu suite={suite} onDialog={(kind) => onDialog(kind, suite)} />
        </div>
      </header>
      <p className="mt-1 line-clamp-2 break-words text-ink-muted text-sm">{suite.description}</p>
      <footer className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-muted text-xs">
        {suite.isMonitoring && (
          <div className="basis-full">
            <MonitoredBadge suite={suite} />
          </div>
        )}
        <PlatformLabel platform={suite.platform} />
        <span className="tabular">{testsLabel(suite.testCount)}</span>
        <time
          dateTime={suite.lastModified}
          title={formatDateTime(suite.lastModified)}
          className="ml-auto text-ink-faint"
        >
          {formatRelative(suite.lastModified, now)}
        </time>
      </footer>
    </article>
  );
}

function testsLabel(count: number): string {
  return count === 1 ? '1 test' : `${count.toLocaleString('en')} tests`;
}
