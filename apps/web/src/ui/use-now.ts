import { useEffect, useState } from 'react';

/** Current time in milliseconds, updated every `everyMs` while `isTicking` is true. */
export function useNow(isTicking: boolean, everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [isTicking, everyMs]);
  return now;
}
