import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

interface ListEndProps {
  /** Count, for example "20 of 57 runs". */
  text: string;
  isMore: boolean;
  isLoading: boolean;
  isInCard?: boolean;
  /** True to load more only by the button, because the page continues below the list. Defaults to true in a card. */
  hasMoreByButton?: boolean;
  onMore: () => void;
}

/** End of a list: the number of items, and a button for the next page. Scrolling to the end also loads the next page. */
export function ListEnd(props: ListEndProps) {
  const { text, isMore, isLoading, isInCard = false, hasMoreByButton = isInCard, onMore } = props;
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;

  useEffect(() => {
    if (!isMore || hasMoreByButton || !end.current) return;
    const observer = new IntersectionObserver(
      // Load more only after scrolling, not just because the window is tall.
      ([entry]) => entry?.isIntersecting && window.scrollY > 0 && latest.current(),
      { rootMargin: '200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isMore, hasMoreByButton]);

  return (
    <div
      ref={end}
      className={cx(
        'flex items-center justify-center gap-3',
        isInCard ? 'border-line border-t py-3' : 'py-2',
      )}
    >
      <p role="status" className="text-ink-muted text-xs tabular">
        {text}
      </p>
      {isMore && (
        <Button size="sm" isLoading={isLoading} onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  );
}
