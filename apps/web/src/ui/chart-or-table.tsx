import { SegmentedControl } from './segmented-control.tsx';

interface ChartOrTableProps {
  isTable: boolean;
  onChange: (isTable: boolean) => void;
}

const segments = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;

/** Switch between chart and table. */
export function ChartOrTable({ isTable, onChange }: ChartOrTableProps) {
  return (
    <SegmentedControl
      label="View"
      value={isTable ? 'table' : 'chart'}
      onChange={(next) => onChange(next === 'table')}
      segments={segments}
    />
  );
}
