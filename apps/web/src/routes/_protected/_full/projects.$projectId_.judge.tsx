import { createFileRoute } from '@tanstack/react-router';
import { JudgeScreen } from '#/features/judges/judge-screen.tsx';
import { judgeQuery } from '#/features/judges/judges.queries.ts';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/projects/$projectId_/judge')({
  staticData: {
    trail: [{ label: 'Projects', to: '/projects' }, { lookup: 'project' }, { label: 'Judge' }],
  },
  loader: ({ params }) => {
    const scope = readScope();
    if (scope) void queryClient.prefetchQuery(judgeQuery(scope, params.projectId));
  },
  component: JudgePage,
});

function JudgePage() {
  const { projectId } = Route.useParams();
  return <JudgeScreen projectId={projectId} />;
}
