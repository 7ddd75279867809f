import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RetryAlert } from './retry-alert.tsx';
import { Skeleton } from './skeleton.tsx';

interface ListFrameProps {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'refetch'>;
  /** Name of the content, for example "the monitors". */
  what: string;
  children: ReactNode;
}

/** A list with its loading and error states. */
export function ListFrame({ query, what, children }: ListFrameProps) {
  if (query.isPending)
    return (
      <div role="status" aria-label={`Loading ${what}`} className="flex flex-col gap-2 pt-5">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    );
  return (
    <div className="flex flex-col gap-5 pt-5">
      {query.isError && (
        <RetryAlert what={what} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {children}
    </div>
  );
}
