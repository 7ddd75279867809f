import type { HistoryExportFormat } from '@parley/contract';
import { Braces, Download, FileSpreadsheet, FileText } from 'lucide-react';
import { useState } from 'react';
import type { RunFilters } from '#/features/runs/run-filters.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '#/ui/menu.tsx';
import { toast } from '#/ui/toast.ts';
import { downloadHistory } from './history.queries.ts';

const formats: { format: HistoryExportFormat; label: string; icon: typeof FileText }[] = [
  { format: 'csv', label: 'CSV', icon: FileText },
  { format: 'xlsx', label: 'Excel', icon: FileSpreadsheet },
  { format: 'json', label: 'JSON', icon: Braces },
];

/** Exports the filtered runs or all their steps as a file. */
export function ExportMenu({ filters }: { filters: RunFilters }) {
  const scope = useScope();
  const [isExporting, setIsExporting] = useState(false);

  async function download(rows: 'runs' | 'steps', format: HistoryExportFormat) {
    setIsExporting(true);
    try {
      await downloadHistory(scope, filters, rows, format);
    } catch (error) {
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to export the history') });
    } finally {
      setIsExporting(false);
    }
  }

  const items = (rows: 'runs' | 'steps', name: string) =>
    formats.map(({ format, label, icon: Icon }) => (
      <MenuItem
        key={format}
        icon={<Icon aria-hidden />}
        onSelect={() => void download(rows, format)}
      >
        {name} as {label}
      </MenuItem>
    ));

  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download className="size-4" aria-hidden />} isLoading={isExporting}>
          Export
        </Button>
      }
    >
      <MenuHeading>As filtered, newest first</MenuHeading>
      {items('runs', 'Runs')}
      <MenuSeparator />
      {items('steps', 'Steps')}
    </Menu>
  );
}
