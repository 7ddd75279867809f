import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { askBeforeLeaving, type Leave, nothingRemains } from '#/lib/may-leave.ts';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogFooter } from '#/ui/dialog-frame.tsx';
import { useEditorStore } from './editor-context.tsx';
import { isDirty } from './suite-editor.store.ts';

/**
 * Asks before unsaved changes are lost. Switching between tests of the suite does not lose them. A reload would not either,
 * but closing the tab would, and the browser does not distinguish the two.
 */
export function LeaveGuard() {
  const editor = useEditorStore();
  const [isSaving, setIsSaving] = useState(false);
  const [answer, setAnswer] = useState<(leave: Leave | null) => void>();
  const ask = useCallback(async () => {
    if (!isDirty(editor.getState())) return nothingRemains;
    const { promise, resolve } = Promise.withResolvers<Leave | null>();
    setAnswer(() => resolve);
    const leave = await promise;
    setAnswer(undefined);
    return leave;
  }, [editor]);

  useEffect(() => askBeforeLeaving(ask), [ask]);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      const leave = await ask();
      leave?.();
      return leave === null;
    },
    enableBeforeUnload: () => isDirty(editor.getState()),
  });

  useEffect(() => {
    const settle = () => editor.getState().settle();
    window.addEventListener('pagehide', settle);
    return () => window.removeEventListener('pagehide', settle);
  }, [editor]);

  if (!answer) return null;

  async function saveAndLeave() {
    setIsSaving(true);
    const isStored = await editor.getState().save();
    setIsSaving(false);
    answer?.(isStored ? nothingRemains : null);
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && answer(null)}
      title="Save your changes?"
      description="This test suite has unsaved changes."
    >
      <DialogFooter>
        <Button variant="ghost" onClick={() => answer(() => editor.getState().discard())}>
          Leave without saving
        </Button>
        <Button onClick={() => answer(null)}>Stay</Button>
        <Button variant="primary" isLoading={isSaving} onClick={() => void saveAndLeave()}>
          Save and leave
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
