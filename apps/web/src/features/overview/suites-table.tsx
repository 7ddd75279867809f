import type { SuiteStanding } from '@parley/contract';
import { Badge } from '#/ui/badge.tsx';
import { Card } from '#/ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { stateLabels, stateTones } from './fault-labels.ts';
import { RunStrip } from './run-strip.tsx';
import { SelectAll, SelectSuite, type SuitesSelection } from './select-suite.tsx';
import { LastRun, MonitorState, SuiteName } from './suite-facts.tsx';

export interface SuitesViewProps {
  items: SuiteStanding[];
  now: number;
  /** Undefined if the member cannot change anything. */
  selection: SuitesSelection | undefined;
}

export function SuitesTable({ items, now, selection }: SuitesViewProps) {
  return (
    <Card isFlush className="overflow-hidden">
      <Table label="Suites">
        <TableHead>
          {selection && (
            <TableHeader className="w-0">
              <SelectAll selection={selection} isLabelHidden />
            </TableHeader>
          )}
          <TableHeader>Last result</TableHeader>
          <TableHeader>Test suite</TableHeader>
          <TableHeader>Last runs</TableHeader>
          <TableHeader>Last run</TableHeader>
          <TableHeader>Monitor</TableHeader>
        </TableHead>
        <TableBody>
          {items.map((suite) => (
            <TableRow key={suite.suiteId}>
              {selection && (
                <TableCell>
                  <SelectSuite suite={suite} selection={selection} />
                </TableCell>
              )}
              <TableCell>
                <Badge tone={stateTones[suite.state]}>{stateLabels[suite.state]}</Badge>
              </TableCell>
              <TableCell>
                <SuiteName suite={suite} />
              </TableCell>
              <TableCell>{suite.runs.length > 0 && <RunStrip {...suite} />}</TableCell>
              <TableCell className="whitespace-nowrap">
                <LastRun suite={suite} now={now} />
              </TableCell>
              <TableCell className="whitespace-nowrap">
                <MonitorState suite={suite} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
