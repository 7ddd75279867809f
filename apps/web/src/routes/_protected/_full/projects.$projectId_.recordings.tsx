import { createFileRoute } from '@tanstack/react-router';
import { recordingsQuery } from '#/features/recordings/recordings.queries.ts';
import { RecordingsScreen } from '#/features/recordings/recordings-screen.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/projects/$projectId_/recordings')({
  staticData: {
    trail: [{ label: 'Projects', to: '/projects' }, { lookup: 'project' }, { label: 'Recordings' }],
  },
  loader: ({ params }) => {
    const scope = readScope();
    if (scope) void queryClient.prefetchQuery(recordingsQuery(scope, params.projectId));
  },
  component: RecordingsPage,
});

function RecordingsPage() {
  const { projectId } = Route.useParams();
  return <RecordingsScreen projectId={projectId} />;
}
