import { useEffect, useRef } from 'react';

/**
 * Runs `act` only while the calling component is mounted. For what follows a wait: a dialog that
 * was closed meanwhile must not close the next one, nor navigate away.
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
