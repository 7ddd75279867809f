import { useEffect, useRef } from 'react';

/**
 * Runs `act` only while the calling component is mounted. For actions after a wait: a dialog that was closed meanwhile must
 * neither close the next dialog nor navigate.
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
