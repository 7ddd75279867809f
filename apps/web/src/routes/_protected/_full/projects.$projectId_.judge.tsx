import { createFileRoute } from '@tanstack/react-router';
import { JudgeScreen } from '#/features/judges/judge-screen.tsx';
import { judgeQuery } from '#/features/judges/judges.queries.ts';
import { queryClient } from '#/lib/query-client.ts';
import { searchValues, shortText } from '#/lib/search-values.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/projects/$projectId_/judge')({
  staticData: {
    trail: [{ label: 'Projects', to: '/projects' }, { lookup: 'project' }, { label: 'Judge' }],
  },
  validateSearch: searchValues({ judge: shortText(40) }),
  loader: ({ params }) => {
    const scope = readScope();
    const place = { projectId: params.projectId, name: null };
    if (scope) void queryClient.prefetchQuery(judgeQuery(scope, place));
  },
  component: JudgePage,
});

function JudgePage() {
  const { projectId } = Route.useParams();
  const { judge } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <JudgeScreen
      projectId={projectId}
      name={judge ?? null}
      onNameChange={(name) => void navigate({ search: { judge: name ?? undefined } })}
    />
  );
}
