import type { SuiteStanding } from '@parley/contract';
import { Badge } from '#/ui/badge.tsx';
import { Card } from '#/ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { stateLabels, stateTones } from './fault-labels.ts';
import { RunStrip } from './run-strip.tsx';
import { LastRun, MonitorState, SuiteName } from './suite-facts.tsx';

export interface SuitesViewProps {
  items: SuiteStanding[];
  now: number;
}

export function SuitesTable({ items, now }: SuitesViewProps) {
  return (
    <Card isFlush className="overflow-hidden">
      <Table label="Suites">
        <TableHead>
          <TableHeader>Last result</TableHeader>
          <TableHeader>Test suite</TableHeader>
          <TableHeader>Last runs</TableHeader>
          <TableHeader>Last run</TableHeader>
          <TableHeader>Monitor</TableHeader>
        </TableHead>
        <TableBody>
          {items.map((suite) => (
            <TableRow key={suite.suiteId}>
              <TableCell>
                <Badge tone={stateTones[suite.state]}>{stateLabels[suite.state]}</Badge>
              </TableCell>
              <TableCell>
                <SuiteName suite={suite} />
              </TableCell>
              <TableCell>{suite.runs.length > 0 && <RunStrip runs={suite.runs} />}</TableCell>
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
