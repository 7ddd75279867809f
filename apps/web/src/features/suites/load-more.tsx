import { useScope } from '#/lib/session/scope.ts';
import { ListEnd } from '#/ui/list-end.tsx';
import { hasMore, useSuiteList } from './suite-list.store.ts';

/** How many there are, and the next page: by the button, or by scrolling down to it. */
export function LoadMore() {
  const scope = useScope();
  const list = useSuiteList();
  const isMore = hasMore(list);
  if (list.items.length === 0) return null;
  return (
    <ListEnd
      text={
        isMore
          ? `${list.items.length} of ${list.total} test suites`
          : `${list.total} ${list.total === 1 ? 'test suite' : 'test suites'}`
      }
      isMore={isMore}
      isLoading={list.isLoadingMore}
      onMore={() => void list.loadMore(scope)}
    />
  );
}
