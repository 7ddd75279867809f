import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { askBeforeLeaving, type Leave, nothingRemains } from '#/lib/may-leave.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogFooter } from './dialog-frame.tsx';

interface LeaveGuardProps {
  /** Names what has unsaved changes. */
  description: string;
  /** Called when the user is about to leave. */
  isDirty: () => boolean;
  /** Resolves to true if everything was saved. Undefined while the changes cannot be saved. */
  save: (() => Promise<boolean>) | undefined;
  /** Called after the user has left without saving. */
  discard?: () => void;
}

/**
 * Asks before unsaved changes are lost. Changes of the address within the page do not lose them. A reload would not either if
 * the page keeps a draft, but closing the tab would, and the browser does not distinguish the two.
 */
export function LeaveGuard({
  description,
  isDirty,
  save,
  discard = nothingRemains,
}: LeaveGuardProps) {
  const [isSaving, setIsSaving] = useState(false);
  const [answer, setAnswer] = useState<(leave: Leave | null) => void>();
  const ask = useCallback(async () => {
    if (!isDirty()) return nothingRemains;
    const { promise, resolve } = Promise.withResolvers<Leave | null>();
    setAnswer(() => resolve);
    const leave = await promise;
    setAnswer(undefined);
    return leave;
  }, [isDirty]);

  useEffect(() => askBeforeLeaving(ask), [ask]);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      const leave = await ask();
      leave?.();
      return leave === null;
    },
    enableBeforeUnload: isDirty,
  });

  if (!answer) return null;

  async function saveAndLeave(saveNow: () => Promise<boolean>) {
    setIsSaving(true);
    const isStored = await saveNow();
    setIsSaving(false);
    answer?.(isStored ? nothingRemains : null);
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && answer(null)}
      title="Save your changes?"
      description={description}
    >
      <DialogFooter>
        <Button variant="ghost" onClick={() => answer(discard)}>
          Leave without saving
        </Button>
        <Button onClick={() => answer(null)}>Stay</Button>
        {save && (
          <Button variant="primary" isLoading={isSaving} onClick={() => void saveAndLeave(save)}>
            Save and leave
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
