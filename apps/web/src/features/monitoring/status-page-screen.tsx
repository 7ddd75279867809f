import { type StatusPage, statusPages } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { call, isUnknown } from '#/lib/api.ts';
import { formatDateTime } from '#/lib/format-time.ts';
import { queryClient } from '#/lib/query-client.ts';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { StandaloneCard } from '#/ui/standalone-card.tsx';
import { StatusSummary } from './status-summary.tsx';
import { StatusView } from './status-view.tsx';

const rereadMs = 60_000;

/** The public status page of an organization. */
export function StatusPageScreen({ slug }: { slug: string }) {
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['status-page', slug],
      queryFn: ({ signal }) => call(statusPages.readStatusPage, { params: { slug }, signal }),
      refetchInterval: rereadMs,
      retry: false,
    },
    // This page is outside the shell, which provides the query client.
    queryClient,
  );
  useHead(data);
  if (!data && isUnknown(error))
    return (
      <StandaloneCard icon={<SearchX aria-hidden />} title="Status page not found">
        The address may be incomplete, or the page is not public.
      </StandaloneCard>
    );
  return (
    <main className="mx-auto flex min-h-dvh max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      {error && <RetryAlert what="the status" error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-label="Loading the status" className="flex flex-col gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-24 rounded-lg" />
          <Skeleton className="h-24 rounded-lg" />
        </div>
      )}
      {data && (
        <>
          <header>
            <h1 className="break-words font-semibold text-2xl text-ink">{data.title}</h1>
            <StatusSummary suites={data.suites} />
          </header>
          <StatusView page={data} />
          <p className="text-ink-muted text-xs tabular">As of {formatDateTime(data.readAt)}</p>
        </>
      )}
    </main>
  );
}

function useHead(page: StatusPage | undefined): void {
  useEffect(() => {
    if (!page) return;
    document.title = page.title;
    if (page.isListed) return;
    const robots = document.createElement('meta');
    robots.name = 'robots';
    robots.content = 'noindex, nofollow';
    document.head.append(robots);
    return () => robots.remove();
  }, [page]);
}
