import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { toast } from '#/ui/toast.ts';
import type { SuiteDialogProps } from './suite-dialog-props.ts';
import { useSuiteList } from './suite-list.store.ts';
import { deleteSuite } from './suites.queries.ts';

export function DeleteSuiteDialog({ suite, onClose, onDeleted }: SuiteDialogProps) {
  const scope = useScope();

  async function remove() {
    try {
      await deleteSuite(scope, suite.id);
    } catch (error) {
      const title = messageOr(error, 'Failed to delete test suite');
      toast({ variant: 'destructive', title });
      return false;
    }
    useSuiteList.getState().removeSuite(suite.id);
    toast({ variant: 'success', title: `“${suite.name}” was deleted` });
    onDeleted?.();
    return true;
  }

  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete “${suite.name}”?`}
      confirmLabel="Delete test suite"
      isDangerous
      onConfirm={remove}
    >
      Its tests are deleted for everyone, and this cannot be undone. Past runs stay in the history.
    </ConfirmDialog>
  );
}
