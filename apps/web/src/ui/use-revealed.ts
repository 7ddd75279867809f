import { type RefObject, useEffect, useRef, useState } from 'react';

/** Number of items per step. It fills a few screens and is divisible by every usual number of columns. */
const step = 60;

/** Distance below the window at which the next items are added. */
const margin = '800px';

/**
 * Number of items to render of a long list in memory that would be slow to render at once. It grows as the user scrolls to
 * the end.
 */
export function useRevealed(total: number): {
  count: number;
  /** Ref for an element after the list. */
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
