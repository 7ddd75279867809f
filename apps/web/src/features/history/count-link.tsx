import { Link } from '@tanstack/react-router';
import { formatNumber } from '#/lib/format-number.ts';
import type { HistorySearch } from './history-search.ts';

interface CountLinkProps {
  count: number;
  /** The runs that it counts. */
  search: HistorySearch;
  /** Accessible name, as the number says nothing by itself. */
  label: string;
}

/** A number that leads to the runs that it counts; nothing leads to none. */
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
