import { createFileRoute } from '@tanstack/react-router';
import { monitorsQuery } from '#/features/monitoring/monitoring.queries.ts';
import { MonitoringScreen } from '#/features/monitoring/monitoring-screen.tsx';
import { monitoringTabs } from '#/features/monitoring/monitoring-tabs.ts';
import { queryClient } from '#/lib/query-client.ts';
import { oneOf, searchValues } from '#/lib/search-values.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/history/monitoring')({
  staticData: { trail: [{ label: 'History', to: '/history' }, { label: 'Monitoring' }] },
  validateSearch: searchValues({ tab: oneOf(monitoringTabs) }),
  loader: () => {
    const scope = readScope();
    if (scope) void queryClient.prefetchInfiniteQuery(monitorsQuery(scope));
  },
  component: MonitoringPage,
});

function MonitoringPage() {
  const { tab = 'monitors' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MonitoringScreen
      tab={tab}
      onTabChange={(next) =>
        void navigate({ search: { tab: next === 'monitors' ? undefined : next }, replace: true })
      }
    />
  );
}
