import { closeToast, toast, toastStore } from '#/ui/toast.ts';
import type { SuiteEditorStore } from './suite-editor.store.ts';

/**
 * Shows a toast about a deletion, with an undo button. The next edit closes the toast, because undo would revert that edit
 * instead.
 */
export function tellDeleted(editor: SuiteEditorStore, what: string): void {
  const { source } = editor.getState();
  const action = { label: 'Undo', onPress: () => editor.getState().undo() };
  toast({ title: `${what} was deleted`, action });
  const id = toastStore.getState().toast?.id ?? 0;
  const stop = editor.subscribe((state) => {
    if (state.source === source && !state.unwritten) return;
    stop();
    closeToast(id);
  });
}
