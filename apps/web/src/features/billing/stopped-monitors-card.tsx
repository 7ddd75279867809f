import type { Billing } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '#/lib/format-time.ts';
import { Card } from '#/ui/card.tsx';
import { linkClass } from '#/ui/link-class.ts';

/** Times at which monitored suites were due but the plan or a quota prevented the run. */
export function StoppedMonitorsCard({ stopped }: { stopped: Billing['stoppedMonitors'] }) {
  if (stopped.length === 0) return null;
  return (
    <Card
      title="Monitored runs that did not start"
      subtitle="Last three days, newest first"
      isFlush
    >
      <ul className="divide-y divide-line border-line border-t">
        {stopped.map(({ suiteId, suiteName, slot, reason }) => (
          <li key={`${suiteId} ${slot}`} className="flex flex-col gap-0.5 px-5 py-3 text-sm">
            <div className="flex flex-wrap justify-between gap-x-4">
              <Link
                to="/test-suite/$testSuiteId"
                params={{ testSuiteId: suiteId }}
                className={linkClass}
              >
                {suiteName}
              </Link>
              <time dateTime={slot} className="text-ink-muted text-xs">
                {formatDateTime(slot)}
              </time>
            </div>
            <p className="text-ink-muted">{reason}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
