import { useRef } from 'react';

/** Remembers the element that opened a dialog, so that the focus can return to it. */
export function useOpener() {
  const opener = useRef<Element | null>(null);
  return {
    /** Remembers the focused element. Call it when the dialog opens. */
    note: () => {
      opener.current = openerOf(document.activeElement);
    },
    /** True if the opener is still on the page. The row that contains it may have been deleted. */
    isThere: () => opener.current?.isConnected ?? true,
  };
}

/** Returns the element, or for a menu item the button that opened the menu, because the item disappears with the menu. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role=menu]');
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : element;
}
