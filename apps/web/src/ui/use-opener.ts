import { useRef } from 'react';

/** Remembers the element that opened a window, so that the focus returns there. */
export function useOpener() {
  const opener = useRef<Element | null>(null);
  return {
    /** Call it when the window opens. */
    note: () => {
      opener.current = openerOf(document.activeElement);
    },
    /** True while the opener is on the page. Its row may have been deleted. */
    isThere: () => opener.current?.isConnected ?? true,
  };
}

/** An item of a menu is gone with the menu; its button stays. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role=menu]');
  return menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : element;
}
