import { Link } from '@tanstack/react-router';
import { formatNumber } from '#/lib/format-number.ts';
import type { HistorySearch } from './history-search.ts';

interface CountLinkProps {
  count: number;
  /** Filters that select the counted runs. */
  search: HistorySearch;
  /** Accessible name, because a number alone is no link text. */
  label: string;
}

/** A number with a link to the runs that it counts. Zero has no link. */
export function CountLink({ count, search, label }: CountLinkProps) {
  if (count === 0) return formatNumber(count);
  return (
    <Link
      to="/history"
      search={search}
      aria-label={label}
      className="rounded-sm text-accent-ink underline decoration-accent-line underline-offset-3 hover:decoration-current"
    >
      {formatNumber(count)}
    </Link>
  );
}
