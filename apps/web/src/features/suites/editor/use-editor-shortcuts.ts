import { useCallback, useEffect } from 'react';
import { useEditorStore } from './editor-context.tsx';

type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented' | 'preventDefault'
> & { target: EventTarget | null };

/**
 * Ctrl or Cmd with S saves; with Z and Y it undoes and redoes, in fields, too. What is returned listens
 * on the editor's frame, where React tells what is pressed in its popups as well. Outside of the frame
 * the keys mean the same, but in the fields and windows of others. The fields of the search in the text
 * are no part of the suite: undo there is the browser's.
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
