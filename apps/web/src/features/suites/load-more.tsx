import { countOf, formatNumber } from '#/lib/format-number.ts';
import { useScope } from '#/lib/session/scope.ts';
import { ListEnd } from '#/ui/list-end.tsx';
import { hasMore, useSuiteList } from './suite-list.store.ts';

/** Number of suites, and a button for the next page. Scrolling to the end also loads it. */
export function LoadMore() {
  const scope = useScope();
  const list = useSuiteList();
  const isMore = hasMore(list);
  if (list.items.length === 0) return null;
  const total = `${list.isTotalLowerBound ? 'more than ' : ''}${countOf(list.total, 'test suite')}`;
  return (
    <ListEnd
      text={isMore ? `${formatNumber(list.items.length)} of ${total}` : total}
      isMore={isMore}
      isLoading={list.isLoadingMore}
      onMore={() => void list.loadMore(scope)}
    />
  );
}
