import type { HistoryFigures } from '@parley/contract';
import { triggerLabel } from '#/features/runs/trigger-label.ts';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import { countOf } from '#/lib/format-number.ts';
import { Card } from '#/ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { CountLink } from './count-link.tsx';
import { FiguresTable } from './days-table.tsx';
import { countedRuns } from './history-range.ts';
import type { HistorySearch } from './history-search.ts';
import { platformLabels } from './platform-labels.ts';
import { formatShare, shareWithout } from './share-of.ts';

interface HistoryBreakdownProps {
  figures: HistoryFigures;
  /** The current filters. */
  search: HistorySearch;
}

/** Figures by cause of failure, by platform and by trigger. */
export function HistoryBreakdown({ figures, search }: HistoryBreakdownProps) {
  const platforms = figures.platforms.map((one) => ({
    name: platformLabels[one.platform],
    figures: one,
    filter: { platform: one.platform },
  }));
  const triggers = figures.triggers.map((one) => ({
    name: triggerLabel(one.trigger),
    figures: one,
    filter: { trigger: one.trigger },
  }));
  return (
    <div className="flex flex-col gap-4">
      {figures.causes.length > 0 && (
        <Card
          title="By cause of failure"
          subtitle="A run with several causes counts once for each. The pass rate is the share of runs without that cause."
          isFlush
          className="overflow-hidden"
        >
          <CausesTable {...{ figures, search }} />
        </Card>
      )}
      <Card title="By platform" isFlush className="overflow-hidden">
        <FiguresTable label="Runs by platform" head="Platform" search={search} rows={platforms} />
      </Card>
      <Card title="By trigger" isFlush className="overflow-hidden">
        <FiguresTable label="Runs by trigger" head="Started by" search={search} rows={triggers} />
      </Card>
    </div>
  );
}

function CausesTable({ figures: { causes, total }, search }: HistoryBreakdownProps) {
  return (
    <Table label="Runs by cause of failure">
      <TableHead>
        <TableHeader>Cause</TableHeader>
        <TableHeader className="text-right">Failed runs</TableHeader>
        <TableHeader className="text-right">Pass rate</TableHeader>
      </TableHead>
      <TableBody>
        {causes.map(({ failureClass, runs }) => (
          <TableRow key={failureClass} className="tabular [&>td]:h-9 [&>td]:py-1">
            <TableCell className="text-ink">{failureClassNames[failureClass]}</TableCell>
            <TableCell className="text-right">
              <CountLink
                count={runs}
                search={countedRuns(search, { failureClass, status: 'failing' })}
                label={`${countOf(runs, 'failed run')}, ${failureClassNames[failureClass]}`}
              />
            </TableCell>
            <TableCell className="whitespace-nowrap text-right">
              {formatShare(shareWithout(total, runs))}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
