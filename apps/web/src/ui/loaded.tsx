import type { ReactNode } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { RetryAlert } from './retry-alert.tsx';

/** The parts of a query that are needed to show its states. */
export interface LoadedQuery<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: LoadedQuery<Data>;
  /** What is loaded, for example "the load tests". */
  what: string;
  /** Placeholder shaped like the content. */
  skeleton: ReactNode;
  /** Shown instead of the error if the item does not exist. */
  unknown?: ReactNode;
  /** Applies to skeleton and error. */
  className?: string;
  children: (data: Data) => ReactNode;
}

/** The content of a query once it is loaded; until then its loading state, or why it failed. */
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
