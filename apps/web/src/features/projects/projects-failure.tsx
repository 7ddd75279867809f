import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { useProjectStore } from './project-store.ts';

/** Shown with a retry button if the projects cannot be loaded. */
export function ProjectsFailure() {
  const scope = useScope();
  const { projects, error, fetchProjects } = useProjectStore();
  if (projects[scope.orgId] || !error) return null;
  return (
    <Alert
      tone="danger"
      title={error}
      actions={
        <Button onClick={() => void fetchProjects(scope, { isForced: true })}>Try again</Button>
      }
    >
      The server is unavailable or refused the request.
    </Alert>
  );
}
