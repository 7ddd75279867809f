import { createFileRoute } from '@tanstack/react-router';
import { agentsQuery } from '#/features/suites/agents/agents.queries.ts';
import { AgentsScreen } from '#/features/suites/agents/agents-screen.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/projects/$projectId_/agents')({
  staticData: {
    trail: [{ label: 'Projects', to: '/projects' }, { lookup: 'project' }, { label: 'Agents' }],
  },
  loader: ({ params }) => {
    const scope = readScope();
    if (scope) void queryClient.prefetchQuery(agentsQuery(scope, params.projectId));
  },
  component: AgentsPage,
});

function AgentsPage() {
  const { projectId } = Route.useParams();
  return <AgentsScreen projectId={projectId} />;
}
