import { createFileRoute } from '@tanstack/react-router';
import { environmentsQuery } from '#/features/environments/environments.queries.ts';
import { EnvironmentsScreen } from '#/features/environments/environments-screen.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/projects/$projectId_/environments')({
  staticData: {
    trail: [
      { label: 'Projects', to: '/projects' },
      { lookup: 'project' },
      { label: 'Environments' },
    ],
  },
  loader: ({ params }) => {
    const scope = readScope();
    if (scope) void queryClient.prefetchQuery(environmentsQuery(scope, params.projectId));
  },
  component: EnvironmentsPage,
});

function EnvironmentsPage() {
  const { projectId } = Route.useParams();
  return <EnvironmentsScreen projectId={projectId} />;
}
