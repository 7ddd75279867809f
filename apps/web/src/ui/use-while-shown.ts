import { useEffect, useRef } from 'react';

/**
 * `act` for as long as whoever calls it is on the page. For what follows a wait: a dialog that was
 * closed meanwhile is not to close the next one, nor to lead away from where somebody went.
 */
export function useWhileShown<Given extends unknown[]>(
  act: (...given: Given) => void,
): (...given: Given) => void {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (...given) => {
    if (isShown.current) act(...given);
  };
}
