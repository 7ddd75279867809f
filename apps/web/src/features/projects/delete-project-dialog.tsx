import type { Project } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useChange } from '#/ui/use-change.ts';
import { deleteProject, storeFailure } from './change-project.ts';
import { canDeleteQuery } from './projects.queries.ts';

interface DeleteProjectDialogProps {
  project: Project;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks the server first whether the project may go, and says why where it may not. */
export function DeleteProjectDialog({
  project,
  isOpen,
  onClose,
  onDeleted,
}: DeleteProjectDialogProps) {
  const scope = useScope();
  const check = useQuery({ ...canDeleteQuery(scope, project.id), enabled: isOpen });
  const remove = useChange({
    run: () => deleteProject(scope, project.id),
    failure: 'Failed to delete project',
    explain: storeFailure,
    isProblemShown: true,
    done: () => ({ title: 'Project deleted', description: `“${project.name}” is gone.` }),
    onDone: () => {
      onClose();
      onDeleted?.();
    },
  });

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={`Delete “${project.name}”?`}
      widthPx={420}
    >
      <DialogBody>
        {check.isPending && (
          <div role="status" aria-label="Checking for contents">
            <Skeleton className="h-10" />
          </div>
        )}
        {check.isError && (
          <Alert
            tone="danger"
            title="Failed to check whether this project is empty."
            actions={<Button onClick={() => void check.refetch()}>Try again</Button>}
          />
        )}
        {check.data?.canDelete === false && (
          <Alert tone="warning" title="This project cannot be deleted">
            {check.data.reason} Move or delete them first.
          </Alert>
        )}
        {check.data?.canDelete && (
          <p className="text-ink-muted text-sm">
            The project is empty. This action cannot be undone.
          </p>
        )}
        {remove.problem && <Alert tone="danger">{remove.problem}</Alert>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{check.data?.canDelete === false ? 'Close' : 'Cancel'}</Button>
        {check.data?.canDelete !== false && (
          <Button
            variant="danger"
            isLoading={remove.isPending}
            disabled={!check.data?.canDelete}
            onClick={() => void remove.start()}
          >
            Delete project
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
