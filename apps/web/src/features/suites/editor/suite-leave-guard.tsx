import { useCallback, useEffect } from 'react';
import { LeaveGuard } from '#/ui/leave-guard.tsx';
import { useEditorStore } from './editor-context.tsx';
import { isDirty } from './suite-editor.store.ts';

/** Asks before unsaved changes of the suite are lost. Switching between its tests does not lose them. */
export function SuiteLeaveGuard() {
  const editor = useEditorStore();
  useEffect(() => {
    const settle = () => editor.getState().settle();
    window.addEventListener('pagehide', settle);
    return () => window.removeEventListener('pagehide', settle);
  }, [editor]);
  return (
    <LeaveGuard
      description="This test suite has unsaved changes."
      isDirty={useCallback(() => isDirty(editor.getState()), [editor])}
      save={() => editor.getState().save()}
      discard={() => editor.getState().discard()}
    />
  );
}
