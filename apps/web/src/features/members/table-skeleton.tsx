import { Skeleton } from '#/ui/skeleton.tsx';
import { TableCell, TableRow } from '#/ui/table.tsx';

const rows = ['a', 'b', 'c'];
const cells = ['a', 'b', 'c', 'd', 'e'];

interface TableSkeletonProps {
  columnCount: number;
  /** At most 3. */
  rowCount?: number;
}

export function TableSkeleton({ columnCount, rowCount = rows.length }: TableSkeletonProps) {
  return rows.slice(0, rowCount).map((row) => (
    <TableRow key={row}>
      {cells.slice(0, columnCount).map((cell) => (
        <TableCell key={cell}>
          <Skeleton className="h-5 w-full max-w-32" />
        </TableCell>
      ))}
    </TableRow>
  ));
}
