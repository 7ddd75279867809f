import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width of an element and its distance from the top of the page, in pixels. Both are kept up to date. */
export function useElementPlace(element: RefObject<HTMLElement | null>): {
  width: number;
  top: number;
} {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      const { width, top } = current.getBoundingClientRect();
      const next = { width, top: Math.round(top + window.scrollY) };
      setPlace((old) => (old.width === next.width && old.top === next.top ? old : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return place;
}
