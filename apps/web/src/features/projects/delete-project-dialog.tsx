import type { Project } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogForm } from '#/ui/dialog-form.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { Loaded } from '#/ui/loaded.tsx';
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

/** Asks the server whether the project can be deleted, and explains why not if it cannot. */
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
      {check.data?.canDelete === false ? (
        <NotEmpty reason={check.data.reason} onClose={onClose} />
      ) : (
        <DialogForm
          problem={remove.problem}
          submitLabel="Delete project"
          isDangerous
          isBusy={remove.isPending}
          isDirty={false}
          isBlocked={!check.data}
          onSubmit={() => void remove.start()}
        >
          <Loaded
            query={check}
            what="the contents of the project"
            skeleton={<Skeleton className="h-10" />}
          >
            {() => (
              <p className="text-ink-muted text-sm">
                The project is empty. This action cannot be undone.
              </p>
            )}
          </Loaded>
        </DialogForm>
      )}
    </Dialog>
  );
}

interface NotEmptyProps {
  reason: string | undefined;
  onClose: () => void;
}

function NotEmpty({ reason, onClose }: NotEmptyProps) {
  return (
    <>
      <DialogBody>
        <Alert tone="warning" title="This project cannot be deleted">
          {reason} Move or delete them first.
        </Alert>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </>
  );
}
