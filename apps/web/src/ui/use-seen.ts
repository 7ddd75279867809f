import { type RefObject, useEffect, useRef, useState } from 'react';

/** `isSeen` becomes true when the element comes near the viewport, and stays true. */
export function useSeen<E extends Element>(): { place: RefObject<E | null>; isSeen: boolean } {
  const place = useRef<E>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setIsSeen(true),
      { rootMargin: '200px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return { place, isSeen };
}
