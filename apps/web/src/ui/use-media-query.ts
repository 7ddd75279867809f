import { useSyncExternalStore } from 'react';

/** Screens narrower than 768 px. */
export const narrowScreen = '(max-width: 767.98px)';

/** @returns true while the media query matches */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}
