import type { Project } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { outdateQueries } from '#/lib/list-cache.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#/ui/dialog.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { toast } from '#/ui/toast.ts';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import { useProjectStore } from './project-store.ts';
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
  const [isDeleting, setIsDeleting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const done = useWhileShown(() => {
    onClose();
    onDeleted?.();
  });

  async function remove() {
    setIsDeleting(true);
    setFailure(null);
    const isDeleted = await useProjectStore.getState().deleteProject(scope, project.id);
    setIsDeleting(false);
    if (!isDeleted) return setFailure(useProjectStore.getState().error);
    done();
    toast({
      variant: 'success',
      title: 'Project deleted',
      description: `“${project.name}” is gone.`,
    });
    void outdateQueries(scope, 'projects');
  }

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
        {failure && <Alert tone="danger">{failure}</Alert>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{check.data?.canDelete === false ? 'Close' : 'Cancel'}</Button>
        {check.data?.canDelete !== false && (
          <Button
            variant="danger"
            isLoading={isDeleting}
            disabled={!check.data?.canDelete}
            onClick={() => void remove()}
          >
            Delete project
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
