import type { ReactNode } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { RetryAlert } from './retry-alert.tsx';

/** The fields of a query from which its state is shown. */
export interface LoadedQuery<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: LoadedQuery<Data>;
  /** Name of the content, for example "the load tests". */
  what: string;
  /** Placeholder in the shape of the content. */
  skeleton: ReactNode;
  /** Shown instead of the error if the item does not exist. */
  unknown?: ReactNode;
  /** Class of the skeleton and the error. */
  className?: string;
  children: (data: Data) => ReactNode;
}

/** Renders the content of a query when it is loaded. Before that, it shows the loading state or the error. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, what, skeleton, unknown, className, children } = props;
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (unknown !== undefined && isUnknown(error)) return unknown;
  if (error)
    return (
      <RetryAlert what={what} error={error} onRetry={() => void refetch()} className={className} />
    );
  return (
    <div role="status" aria-label={`Loading ${what}`} className={className}>
      {skeleton}
    </div>
  );
}
