import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cx } from './cx.ts';

interface TableProps extends ComponentProps<'table'> {
  /** Accessible name of the table. */
  label: string;
}

/**
 * A table that scrolls horizontally. Columns hide depending on the width of the table (`@xl:table-cell`) rather than the
 * window, because the sidebar takes up space.
 */
export function Table({ label, className, ...table }: TableProps) {
  const place = useRef<HTMLDivElement>(null);
  const isCut = useIsCut(place);
  return (
    <div
      ref={place}
      // A scrollable element must be reachable by keyboard.
      {...(isCut && { tabIndex: 0, role: 'group', 'aria-label': label })}
      className="@container relative w-full overflow-x-auto"
    >
      <table
        {...table}
        aria-label={label}
        className={cx('w-full border-collapse text-left text-sm', className)}
      />
    </div>
  );
}

/** @returns true if the content is wider than the element */
function useIsCut(place: RefObject<HTMLElement | null>): boolean {
  const [isCut, setIsCut] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setIsCut(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [place]);
  return isCut;
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="border-line border-y bg-sunken/60">
      <tr>{children}</tr>
    </thead>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="divide-y divide-line">{children}</tbody>;
}

interface TableRowProps extends ComponentProps<'tr'> {
  /** True to highlight the row on hover; for rows that are links. */
  isInteractive?: boolean;
}

export function TableRow({ isInteractive = false, className, ...row }: TableRowProps) {
  return (
    <tr
      {...row}
      className={cx(isInteractive && 'relative transition-colors hover:bg-hover', className)}
    />
  );
}

type SortDirection = 'asc' | 'desc';

interface TableHeaderProps extends Omit<ComponentProps<'th'>, 'onSelect'> {
  /** Set for sortable columns: the direction, or null while another column is sorted. */
  sorted?: SortDirection | null;
  onSort?: (direction: SortDirection) => void;
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

export function TableHeader({ sorted, onSort, className, children, ...cell }: TableHeaderProps) {
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      {...cell}
      scope="col"
      aria-sort={sorted ? ariaSort[sorted] : undefined}
      className={cx(
        'h-9 whitespace-nowrap px-3 font-medium text-ink-muted text-xs first:pl-5 last:pr-5',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={() => onSort(sorted === 'asc' ? 'desc' : 'asc')}
          className="-mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 hover:text-ink"
        >
          {children}
          <Icon aria-hidden className={cx('size-3.5', !sorted && 'text-ink-faint')} />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

export function TableCell({ className, ...cell }: ComponentProps<'td'>) {
  return <td {...cell} className={cx('h-12 px-3 py-2 first:pl-5 last:pr-5', className)} />;
}
