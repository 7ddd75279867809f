import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, useRef } from 'react';
import { Card } from './card.tsx';
import { Table, TableBody, TableHead } from './table.tsx';
import { useElementPlace } from './use-element-place.ts';

interface WindowedTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  rows: readonly Row[];
  /** Height of every row in pixels. */
  rowHeight: number;
  columns: number;
  /** Cells of the header row. */
  head: ReactNode;
  /** Renders a row. `rowIndex` is its `aria-rowindex`; the header row is 1. */
  children: (row: Row, rowIndex: number) => ReactNode;
}

/** A table of any length. Only rows near the viewport are rendered. */
export function WindowedTable<Row extends { id: string }>(props: WindowedTableProps<Row>) {
  const { label, rows, rowHeight, columns, head, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { top } = useElementPlace(frame);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 20,
    scrollMargin: top,
  });
  const visible = virtual.getVirtualItems();
  const above = (visible[0]?.start ?? top) - top;
  const below = virtual.getTotalSize() - ((visible.at(-1)?.end ?? top) - top);
  return (
    <div ref={frame}>
      <Card isFlush className="overflow-hidden">
        <Table label={label} aria-rowcount={rows.length + 1}>
          <TableHead>{head}</TableHead>
          <TableBody>
            <Spacer height={above} columns={columns} />
            {visible.map(({ index }) => {
              const row = rows[index];
              return row && <Fragment key={row.id}>{children(row, index + 2)}</Fragment>;
            })}
            <Spacer height={below} columns={columns} />
          </TableBody>
        </Table>
      </Card>
    </div>
  );
}

/** Placeholder for the rows that are not rendered. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}
