import { type RefObject, useEffect } from 'react';

/** Delay in milliseconds. A closing dialog returns the focus first. */
const settledAfterMs = 50;

/** Moves the focus to the content if the focused element disappears. */
export function useKeptFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const keep = () => {
      const isGone = last instanceof Element && !last.isConnected;
      const isBehindDialog = content.current?.closest('[aria-hidden=true], [inert]') !== null;
      if (!isGone || isBehindDialog || document.activeElement !== document.body) return;
      content.current?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!(last instanceof Element) || last.isConnected) return;
      clearTimeout(timer);
      timer = setTimeout(keep, settledAfterMs);
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [content]);
}
