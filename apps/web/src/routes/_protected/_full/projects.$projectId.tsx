import { createFileRoute } from '@tanstack/react-router';
import { FirstSteps } from '#/features/examples/first-steps-part.tsx';
import { ScheduleDialog } from '#/features/monitoring/schedule-part.ts';
import { projectQuery } from '#/features/projects/projects.queries.ts';
import { SuiteListScreen } from '#/features/suites/suite-list-screen.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/projects/$projectId')({
  staticData: { trail: [{ label: 'Projects', to: '/projects' }, { lookup: 'project' }] },
  loader: ({ params }) => {
    const scope = readScope();
    if (scope) void queryClient.prefetchQuery(projectQuery(scope, params.projectId));
  },
  component: ProjectPage,
});

function ProjectPage() {
  const { projectId } = Route.useParams();
  return (
    <SuiteListScreen
      projectId={projectId}
      ScheduleDialog={ScheduleDialog}
      firstSteps={<FirstSteps projectId={projectId} />}
    />
  );
}
