import { useCallback, useEffect } from 'react';
import { useEditorStore } from './editor-context.tsx';

type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented' | 'preventDefault'
> & { target: EventTarget | null };

/**
 * Keyboard shortcuts with Ctrl or Cmd: S saves, Z undoes and Y redoes, also in the editor's fields. The returned handler is
 * for the element around the editor, to which React also bubbles keys from its popups. The shortcuts also work outside that
 * element, except in other fields and dialogs. Search fields of the text view keep the browser's undo.
 */
export function useEditorShortcuts(): (event: PressedKey) => void {
  const editor = useEditorStore();

  const press = useCallback(
    (event: PressedKey) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const { save, undo, redo } = editor.getState();
      const key = event.key.toLowerCase();
      if (key === 's') void save();
      else if (isInSearch(event.target)) return;
      else if (key === 'z' && !event.shiftKey) undo();
      else if (key === 'y' || key === 'z') redo();
      else return;
      event.preventDefault();
    },
    [editor],
  );

  useEffect(() => {
    const pressOutside = (event: KeyboardEvent) => {
      if (!isInFieldOrWindow(event.target)) press(event);
    };
    window.addEventListener('keydown', pressOutside);
    return () => window.removeEventListener('keydown', pressOutside);
  }, [press]);

  return press;
}

const fieldsAndWindows =
  'input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog]';

function isInSearch(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.cm-search') !== null;
}

function isInFieldOrWindow(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(fieldsAndWindows) !== null;
}
