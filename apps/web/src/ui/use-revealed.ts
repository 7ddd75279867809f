import { type RefObject, useEffect, useRef, useState } from 'react';

/** Fills a few windows; a multiple of every usual number of columns. */
const step = 60;

/** How far below the window the end may be when the next ones are put in. */
const margin = '800px';

/**
 * How many of a long list to put into the page: more whenever the end comes near. For lists that are
 * whole in memory, where drawing a thousand at once would be what is waited for.
 */
export function useRevealed(total: number): {
  count: number;
  /** Goes on an element after the list. */
  end: RefObject<HTMLDivElement | null>;
} {
  const [count, setCount] = useState(step);
  const end = useRef<HTMLDivElement>(null);
  const isMore = count < total;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` has the end looked at anew: it may still be near
  useEffect(() => {
    if (!isMore || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setCount((shown) => shown + step),
      { rootMargin: margin },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isMore, count]);

  return { count: Math.min(count, total), end };
}
