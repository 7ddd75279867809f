import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { monitorsQuery } from '#/features/monitoring/monitoring.queries.ts';
import { MonitoringScreen, monitoringTabs } from '#/features/monitoring/monitoring-screen.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/history/monitoring')({
  staticData: { trail: [{ label: 'History', to: '/history' }, { label: 'Monitoring' }] },
  validateSearch: z.object({ tab: z.catch(z.optional(z.enum(monitoringTabs)), undefined) }),
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
