import { Badge } from '#/ui/badge.tsx';
import { Card } from '#/ui/card.tsx';
import { stateLabels, stateTones } from './fault-labels.ts';
import { RunStrip } from './run-strip.tsx';
import { SelectAll, SelectSuite } from './select-suite.tsx';
import { LastRun, MonitorState, SuiteName } from './suite-facts.tsx';
import type { SuitesViewProps } from './suites-table.tsx';

/** The suites as cards, for screens that are too narrow for the table. */
export function SuiteCards({ items, now, selection }: SuitesViewProps) {
  return (
    <Card isFlush className="overflow-hidden">
      {selection && (
        <div className="border-line border-b px-4 py-2">
          <SelectAll selection={selection} />
        </div>
      )}
      <ul aria-label="Suites" className="divide-y divide-line">
        {items.map((suite) => (
          <li key={suite.suiteId} className="flex flex-col gap-2 px-4 py-3 text-sm">
            <div className="flex items-start justify-between gap-3">
              {selection && <SelectSuite suite={suite} selection={selection} />}
              <div className="min-w-0 flex-1">
                <SuiteName suite={suite} />
              </div>
              <Badge tone={stateTones[suite.state]} className="shrink-0">
                {stateLabels[suite.state]}
              </Badge>
            </div>
            {suite.runs.length > 0 && <RunStrip {...suite} />}
            <dl className="flex flex-wrap gap-x-5 gap-y-1">
              <div className="flex gap-1.5">
                <dt className="text-ink-muted">Last run</dt>
                <dd>
                  <LastRun suite={suite} now={now} />
                </dd>
              </div>
              <div className="flex gap-1.5">
                <dt className="text-ink-muted">Monitor</dt>
                <dd>
                  <MonitorState suite={suite} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </Card>
  );
}
