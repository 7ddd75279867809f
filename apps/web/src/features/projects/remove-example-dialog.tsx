import { useScope } from '#/lib/session/scope.ts';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { useChange } from '#/ui/use-change.ts';
import { removeExampleProject } from './change-project.ts';

interface RemoveExampleDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Called after the project was removed with everything in it. */
  onRemoved?: (() => void) | undefined;
}

export function RemoveExampleDialog({ isOpen, onClose, onRemoved }: RemoveExampleDialogProps) {
  const scope = useScope();
  const remove = useChange({
    run: () => removeExampleProject(scope),
    failure: 'Failed to remove the example project',
    done: (kept) => ({
      title: kept === 0 ? 'Example project removed' : 'Examples removed',
      ...(kept > 0 && {
        description: `${kept === 1 ? '1 test suite' : `${kept} test suites`} of yours stay in the project.`,
      }),
    }),
    onDone: (kept) => {
      if (kept === 0) onRemoved?.();
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Remove the example project?"
      confirmLabel="Remove example"
      isDangerous
      onConfirm={() => remove.start()}
    >
      Its test suites, runs, monitors and map are deleted, and its runs no longer count in History.
      Test suites that you changed or added stay. This action cannot be undone.
    </ConfirmDialog>
  );
}
