import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { Dialog, DialogFooter } from '#/ui/dialog.tsx';
import { useEditorStore } from './editor-context.tsx';
import { isDirty } from './suite-editor.store.ts';

/**
 * Asks before unsaved changes are left behind. Within the same suite, where only the open test
 * changes, nobody is asked. A reload loses nothing, but a closed tab would, and the browser cannot
 * tell us which of the two it is.
 */
export function LeaveGuard() {
  const editor = useEditorStore();
  const [isSaving, setIsSaving] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && isDirty(editor.getState()),
    enableBeforeUnload: () => isDirty(editor.getState()),
    withResolver: true,
  });

  useEffect(() => {
    const settle = () => editor.getState().settle();
    window.addEventListener('pagehide', settle);
    return () => window.removeEventListener('pagehide', settle);
  }, [editor]);

  if (blocker.status !== 'blocked') return null;

  async function saveAndLeave() {
    setIsSaving(true);
    const isStored = await editor.getState().save();
    setIsSaving(false);
    if (isStored) blocker.proceed?.();
    else blocker.reset?.();
  }

  function leave() {
    editor.getState().discard();
    blocker.proceed?.();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && blocker.reset()}
      title="Save your changes?"
      description="This test suite has changes that are not saved yet."
    >
      <DialogFooter>
        <Button variant="ghost" onClick={leave}>
          Leave without saving
        </Button>
        <Button onClick={() => blocker.reset()}>Stay</Button>
        <Button variant="primary" isLoading={isSaving} onClick={() => void saveAndLeave()}>
          Save and leave
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
