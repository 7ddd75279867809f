import type { Incident } from '@parley/contract';
import { expectedInWords } from '@parley/suite';
import { Link } from '@tanstack/react-router';
import { BellOff, BellRing, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button, buttonClass } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { Menu, MenuItem } from '#/ui/menu.tsx';
import { Select } from '#/ui/select.tsx';
import { snoozes } from './snoozes.ts';
import { useIncidentSteps } from './use-incident-steps.ts';

interface IncidentCardProps {
  incident: Incident;
  people: { id: string; name: string }[];
}

/** Shows the failure and its start. While the incident is open, it also offers the actions. */
export function IncidentCard({ incident, people }: IncidentCardProps) {
  const { resolvedAt, failingSince, runId } = incident;
  const since = `Failing since ${formatDateTime(failingSince)}`;
  return (
    <Card
      title={resolvedAt ? 'Last incident' : 'Incident'}
      subtitle={resolvedAt ? `${since}, resolved ${formatDateTime(resolvedAt)}` : since}
      actions={
        runId && (
          <Link
            to="/history/testruns/$runId"
            params={{ runId }}
            className={buttonClass({ variant: 'primary' })}
          >
            Open failing run
          </Link>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <States incident={incident} />
        <EvidenceList incident={incident} />
        {!resolvedAt && <Actions incident={incident} people={people} />}
      </div>
    </Card>
  );
}

function States({ incident }: { incident: Incident }) {
  const { resolvedAt, acknowledged, snoozed } = incident;
  if (resolvedAt)
    return (
      <div>
        <Badge tone="passed">Resolved</Badge>
      </div>
    );
  const by = acknowledged?.by ? ` by ${acknowledged.by.name}` : '';
  return (
    <div className="flex flex-wrap gap-2">
      <Badge tone="failed">Failing</Badge>
      {acknowledged && <Badge icon={<Check aria-hidden />}>{`Acknowledged${by}`}</Badge>}
      {snoozed && (
        <Badge icon={<BellOff aria-hidden />}>
          {`${snoozed.scope === 'monitor' ? 'Muted' : 'Snoozed'} until ${formatDateTime(snoozed.until)}`}
        </Badge>
      )}
    </div>
  );
}

function EvidenceList({ incident: { evidence } }: { incident: Incident }) {
  if (!evidence) return null;
  const { test, step, said, expected, got, others, lastGreen } = evidence;
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
      {test && <Fact term="Test">{test}</Fact>}
      {step && <Fact term="Step">{said ? `${step}: ${said}` : step}</Fact>}
      {expected && <Fact term="Expected">{expectedInWords(expected)}</Fact>}
      <Fact term="Got">{got}</Fact>
      {others > 0 && <Fact term="Also failing">{others === 1 ? '1 step' : `${others} steps`}</Fact>}
      <Fact term="Last passed">
        {lastGreen ? (
          <Link
            to="/history/testruns/$runId"
            params={{ runId: lastGreen.runId }}
            className={linkClass}
          >
            {lastGreen.number !== null && `#${lastGreen.number}, `}
            {formatDateTime(lastGreen.at)}
          </Link>
        ) : (
          'Not known'
        )}
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{term}</dt>
      <dd dir="auto" className="min-w-0 break-words text-ink">
        {children}
      </dd>
    </>
  );
}

const nobody = 'nobody';

function Actions({ incident, people }: IncidentCardProps) {
  const { id, suiteId, acknowledged, assignee, snoozed } = incident;
  const steps = useIncidentSteps({
    id,
    suiteId: suiteId ?? '',
    isAcknowledged: acknowledged !== null,
    assigneeId: assignee?.id ?? null,
    snoozed: snoozed && { until: snoozed.until, scope: snoozed.scope },
  });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Button onClick={steps.acknowledge}>
        {acknowledged ? 'Withdraw acknowledgement' : 'Acknowledge'}
      </Button>
      <Menu trigger={<Button>Snooze</Button>}>
        {snoozed && (
          <MenuItem icon={<BellRing aria-hidden />} onSelect={steps.endSnooze}>
            End snooze
          </MenuItem>
        )}
        {snoozes.map(({ label, hours, muteScope }) => (
          <MenuItem
            key={label}
            icon={<BellOff aria-hidden />}
            onSelect={() => steps.snooze(hours, muteScope)}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
      <Select
        label="Assignee"
        className="w-full sm:w-56"
        value={assignee?.id ?? nobody}
        options={[
          { value: nobody, label: 'Nobody' },
          ...people.map((person) => ({ value: person.id, label: person.name })),
        ]}
        onChange={(value) => steps.assign(value === nobody ? null : value)}
      />
    </div>
  );
}
