import { useEffect, useRef } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { hasMore, useSuiteList } from './suite-list.store.ts';

/** How many there are, and the next page: by the button, or by scrolling down to it. */
export function LoadMore() {
  const scope = useScope();
  const list = useSuiteList();
  const end = useRef<HTMLDivElement>(null);
  const isMore = hasMore(list);
  const { loadMore } = list;

  useEffect(() => {
    if (!isMore || !end.current) return;
    const observer = new IntersectionObserver(
      // Only who scrolls asks for more; a tall window alone does not.
      ([entry]) => entry?.isIntersecting && window.scrollY > 0 && void loadMore(scope),
      { rootMargin: '200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isMore, loadMore, scope]);

  if (list.items.length === 0) return null;
  return (
    <div ref={end} className="flex items-center justify-center gap-3 py-2">
      <p role="status" className="text-ink-muted text-xs tabular">
        {isMore
          ? `${list.items.length} of ${list.total} test suites`
          : `${list.total} ${list.total === 1 ? 'test suite' : 'test suites'}`}
      </p>
      {isMore && (
        <Button size="sm" isLoading={list.isLoadingMore} onClick={() => void loadMore(scope)}>
          Load more
        </Button>
      )}
    </div>
  );
}
