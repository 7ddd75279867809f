import { useEffect, useRef } from 'react';
import { useSingleKeysSetting } from '#/lib/single-keys.ts';

/**
 * Handles single-key shortcuts while the component is mounted. They are ignored in fields, menus and dialogs, and if the user
 * turned them off.
 */
export function useSingleKeys(keys: Record<string, () => void>): void {
  const isOn = useSingleKeysSetting();
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    if (!isOn) return;
    function press(event: KeyboardEvent) {
      const act = Object.hasOwn(current.current, event.key) && current.current[event.key];
      if (!act || event.defaultPrevented || isForSomethingElse(event)) return;
      event.preventDefault();
      act();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}

const takesKeys =
  'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu], [role=dialog], [role=alertdialog]';

function isForSomethingElse({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return true;
  return target instanceof Element && target.closest(takesKeys) !== null;
}
