import { cx } from '#/ui/cx.ts';
import { Skeleton } from '#/ui/skeleton.tsx';
import { TableCell, TableRow } from '#/ui/table.tsx';

const cells = ['b', 'c', 'd', 'e'];

/** Maximum number of rows, about as many as fit on a screen. */
const rowsMax = 10;

interface TableSkeletonProps {
  columnCount: number;
  /** Number of rows that were there last. */
  rowCount: number;
}

/** Stands in for rows that are being loaded, at their height, so that nothing below moves when they arrive. */
export function TableSkeleton({ columnCount, rowCount }: TableSkeletonProps) {
  const count = Math.min(Math.max(rowCount, 1), rowsMax);
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike
    <TableRow key={row}>
      <TableCell>
        <Line className="h-5 max-w-32" />
        <Line className="h-4 max-w-44" />
        <Line className="h-4 max-w-28 @3xl:hidden" />
      </TableCell>
      {cells.slice(0, columnCount - 1).map((cell) => (
        <TableCell key={cell}>
          <Skeleton className="h-5 w-full max-w-32" />
        </TableCell>
      ))}
    </TableRow>
  ));
}

/** A line of text, with the space between lines. */
function Line({ className }: { className: string }) {
  return (
    <div className={cx('py-0.5', className)}>
      <Skeleton className="size-full" />
    </div>
  );
}
