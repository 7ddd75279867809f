import { createFileRoute } from '@tanstack/react-router';
import { libraryQuery } from '#/features/suites/library/library.queries.ts';
import { LibraryScreen } from '#/features/suites/library/library-screen.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/projects/$projectId_/library')({
  staticData: {
    trail: [
      { label: 'Projects', to: '/projects' },
      { lookup: 'project' },
      { label: 'Block library' },
    ],
  },
  loader: ({ params }) => {
    const scope = readScope();
    if (scope) void queryClient.prefetchQuery(libraryQuery(scope, params.projectId));
  },
  component: LibraryPage,
});

function LibraryPage() {
  const { projectId } = Route.useParams();
  return <LibraryScreen projectId={projectId} />;
}
