import type { ReactNode } from 'react';
import { ListEnd } from './list-end.tsx';
import { Loaded } from './loaded.tsx';
import { RetryAlert } from './retry-alert.tsx';
import { Skeleton } from './skeleton.tsx';

/** The fields of an infinite query that a paged list needs. */
export interface PagedQuery<Page> {
  data: { pages: Page[] } | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

interface PagedListProps<Page extends { items: unknown[] }> {
  query: PagedQuery<Page>;
  /** Name of the content, for example "the load tests". */
  what: string;
  /** Placeholder in the shape of the list. */
  skeleton?: ReactNode;
  /** Shown if the list has no items. */
  empty: ReactNode;
  /** Text below the list, for example "20 of 57 devices". */
  end: (count: { shown: number; isMore: boolean; last: Page | undefined }) => string;
  /** True if the list fills a card up to its edges. More pages are then only loaded by the button. */
  isInCard?: boolean;
  /** True to load more pages only by the button, because the page continues below the list. */
  hasMoreByButton?: boolean;
  children: (items: Page['items'][number][]) => ReactNode;
}

/** A list that is loaded page by page, with its loading, error and empty states. */
export function PagedList<Page extends { items: unknown[] }>(props: PagedListProps<Page>) {
  const { query, what, skeleton = rowSkeleton, empty, end, isInCard = false, children } = props;
  const { hasMoreByButton = isInCard } = props;
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const className = isInCard ? 'mx-5 mb-5' : undefined;
  const isOutdated = data !== undefined && error !== null && !isFetchNextPageError;
  return (
    <>
      {isOutdated && (
        <RetryAlert
          what={what}
          error={error}
          onRetry={() => void query.refetch()}
          className={className}
        />
      )}
      <Loaded query={query} what={what} skeleton={skeleton} className={className}>
        {({ pages }) => {
          const items = pages.flatMap((page): Page['items'][number][] => page.items);
          if (items.length === 0) return empty;
          const isMore = hasNextPage && !isFetchNextPageError;
          return (
            <>
              {children(items)}
              <ListEnd
                text={end({ shown: items.length, isMore: hasNextPage, last: pages.at(-1) })}
                isMore={isMore}
                isLoading={isFetchingNextPage}
                isInCard={isInCard}
                hasMoreByButton={hasMoreByButton}
                onMore={() => void (!isFetchingNextPage && query.fetchNextPage())}
              />
              {isFetchNextPageError && (
                <RetryAlert
                  what={`more of ${what}`}
                  error={error}
                  onRetry={() => void query.fetchNextPage()}
                  className={className}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const rowSkeleton = (
  <div className="flex flex-col gap-2">
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
  </div>
);
