import { useEffect } from 'react';
import { useEditorStore } from './editor-context.tsx';

/** Ctrl or Cmd with S saves; with Z and Y it undoes and redoes, in fields, too. */
export function useEditorShortcuts(): void {
  const editor = useEditorStore();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const { save, undo, redo } = editor.getState();
      const key = event.key.toLowerCase();
      if (key === 's') void save();
      else if (key === 'z' && !event.shiftKey) undo();
      else if (key === 'y' || key === 'z') redo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [editor]);
}
