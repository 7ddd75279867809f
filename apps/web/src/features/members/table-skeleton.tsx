import { Skeleton } from '#/ui/skeleton.tsx';
import { TableCell, TableRow } from '#/ui/table.tsx';

const rows = ['a', 'b', 'c'];
const cells = ['a', 'b', 'c', 'd', 'e'];

export function TableSkeleton({ columnCount }: { columnCount: number }) {
  return rows.map((row) => (
    <TableRow key={row}>
      {cells.slice(0, columnCount).map((cell) => (
        <TableCell key={cell}>
          <Skeleton className="h-5 w-full max-w-32" />
        </TableCell>
      ))}
    </TableRow>
  ));
}
