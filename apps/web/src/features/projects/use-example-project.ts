import { useNavigate } from '@tanstack/react-router';
import { useScope } from '#/lib/session/scope.ts';
import { useChange } from '#/ui/use-change.ts';
import { createExampleProject } from './change-project.ts';

/** Creates the example project and opens it. */
export function useExampleProject() {
  const scope = useScope();
  const navigate = useNavigate();
  return useChange({
    run: () => createExampleProject(scope),
    failure: 'Failed to create the example project',
    done: () => ({
      title: 'Example project created',
      description: 'Its first runs have started.',
    }),
    onDone: ({ id }) => void navigate({ to: '/projects/$projectId', params: { projectId: id } }),
  });
}
