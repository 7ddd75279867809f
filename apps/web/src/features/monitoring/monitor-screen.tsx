import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { Button, buttonClass } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ListFrame } from '#/ui/list-frame.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { IncidentCard } from './incident-card.tsx';
import { IncidentTimeline } from './incident-timeline.tsx';
import { MonitorMenu, useRunNow } from './monitor-menu.tsx';
import { monitorQuery } from './monitoring.queries.ts';
import { SlotStrip } from './slot-strip.tsx';

/** A monitored suite with its incident: the failure, who is working on it, and what has happened since. */
export function MonitorScreen({ suiteId }: { suiteId: string }) {
  const query = useQuery(monitorQuery(useScope(), suiteId));
  const run = useRunNow(suiteId);
  return (
    <ListFrame query={query} what="the monitor">
      {query.data && (
        <>
          <PageHeader
            title={query.data.monitor.suiteName}
            description={`${query.data.monitor.projectName} · ${query.data.monitor.schedule}`}
            actions={
              <>
                <Link
                  to="/test-suite/$testSuiteId"
                  params={{ testSuiteId: suiteId }}
                  className={buttonClass()}
                >
                  Open test suite
                </Link>
                <Button
                  icon={<Play className="size-4" aria-hidden />}
                  isLoading={run.isPending}
                  onClick={() => void run.start()}
                >
                  Run now
                </Button>
                <MonitorMenu monitor={query.data.monitor} />
              </>
            }
          />
          <Card title="Last runs">
            <SlotStrip slots={query.data.monitor.slots} />
          </Card>
          {query.data.incident ? (
            <>
              <IncidentCard incident={query.data.incident} people={query.data.people} />
              <IncidentTimeline incident={query.data.incident} />
            </>
          ) : (
            <Card title="No incidents">
              <p className="text-ink-muted text-sm">
                The alert rule of this monitor has never been triggered.
              </p>
            </Card>
          )}
        </>
      )}
    </ListFrame>
  );
}
