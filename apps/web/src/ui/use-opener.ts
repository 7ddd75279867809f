import { useRef } from 'react';

/** Remembers the element that opened a window, so that the focus returns there. */
export function useOpener() {
  const opener = useRef<Element | null>(null);
  return {
    /** Remembers the focused element; call it when the dialog opens. */
    note: () => {
      opener.current = openerOf(document.activeElement);
    },
    /** True if the opener is still on the page. Its row may have been deleted. */
    isThere: () => opener.current?.isConnected ?? true,
  };
}

/** The button of a menu for one of its items, because the item disappears with the menu. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role=menu]');
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : element;
}
