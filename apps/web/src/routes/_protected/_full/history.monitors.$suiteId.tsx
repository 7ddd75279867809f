import { createFileRoute } from '@tanstack/react-router';
import { MonitorScreen } from '#/features/monitoring/monitor-screen.tsx';
import { monitorQuery } from '#/features/monitoring/monitoring.queries.ts';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/history/monitors/$suiteId')({
  staticData: {
    trail: [
      { label: 'History', to: '/history' },
      { label: 'Monitoring', to: '/history/monitoring' },
      { label: 'Monitor' },
    ],
  },
  loader: ({ params }) => {
    const scope = readScope();
    if (scope) void queryClient.prefetchQuery(monitorQuery(scope, params.suiteId));
  },
  component: MonitorPage,
});

function MonitorPage() {
  const { suiteId } = Route.useParams();
  return <MonitorScreen suiteId={suiteId} />;
}
