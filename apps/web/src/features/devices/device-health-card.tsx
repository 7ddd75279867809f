import type { Device, DeviceHealth } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime, formatDuration } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Form } from '#/ui/form.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { checkDeviceHealth, deviceHealthQuery } from './devices.queries.ts';

const badges = {
  unknown: { tone: 'neutral', words: 'Not checked yet' },
  checking: { tone: 'running', words: 'Checking' },
  ready: { tone: 'passed', words: 'Ready' },
  'not-ready': { tone: 'failed', words: 'Not ready' },
  unanswered: { tone: 'error', words: 'No worker available' },
} as const;

/** Shows whether calls can be placed as the device, and what to do if not. */
export function DeviceHealthCard({ device }: { device: Device }) {
  const scope = useScope();
  const query = useQuery(deviceHealthQuery(scope, device.id));
  const health = query.data;
  const [to, setTo] = useState('');
  const check = useChange({
    run: () => checkDeviceHealth(scope, device.id, to),
    failure: 'Failed to start the check. Please try again.',
    isProblemShown: true,
  });
  const isChecking = health?.status === 'checking';

  return (
    <Card
      title="Health"
      subtitle={
        health?.checkedAt
          ? `Checked ${formatDateTime(health.checkedAt)}`
          : 'Workers place the calls'
      }
      actions={
        health && <Badge tone={badges[health.status].tone}>{badges[health.status].words}</Badge>
      }
    >
      <div className="flex flex-col gap-4">
        <Form
          isBusy={check.isPending}
          onSubmit={() => void check.start()}
          className="flex flex-col gap-3"
        >
          <TextField
            label="Test call to (optional)"
            placeholder="+1 202 555 0123 or sip:100@pbx.example.com"
            autoComplete="off"
            spellCheck={false}
            value={to}
            error={check.problem}
            hint="If empty, only the installation and settings are checked."
            onChange={({ target }) => setTo(target.value)}
          />
          <div>
            <Button type="submit" isLoading={check.isPending || isChecking}>
              Check now
            </Button>
          </div>
        </Form>
        <div aria-live="polite">
          <Loaded query={query} what="the last check" skeleton={<Skeleton className="h-16" />}>
            {(loaded) => <Findings health={loaded} />}
          </Loaded>
        </div>
      </div>
    </Card>
  );
}

function Findings({ health: { status, checks, call } }: { health: DeviceHealth }) {
  if (status === 'unanswered')
    return (
      <Alert tone="warning" title="No worker picked up the check">
        Start a worker, or check that the running ones belong to this installation.
      </Alert>
    );
  return (
    <ul className="flex flex-col gap-3">
      {checks.map(({ name, ok, message, remedy }) => (
        <Finding key={name} isOk={ok} message={message} remedy={remedy} />
      ))}
      {call && (
        <Finding
          isOk={call.wasAnswered && call.failure === null}
          message={wordsOfCall(call)}
          remedy={call.failure?.hint ?? null}
        />
      )}
    </ul>
  );
}

interface FindingProps {
  isOk: boolean;
  message: string;
  remedy: string | null;
}

function Finding({ isOk, message, remedy }: FindingProps) {
  const Icon = isOk ? CircleCheck : CircleAlert;
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon
        role="img"
        aria-label={isOk ? 'OK' : 'Missing'}
        className={`mt-0.5 size-4 shrink-0 ${isOk ? 'text-passed' : 'text-failed'}`}
      />
      <div className="min-w-0">
        <p className="break-words">{message}</p>
        {remedy && (
          <code className="mt-1 block w-fit max-w-full break-words rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-xs ring-1 ring-line ring-inset">
            {remedy}
          </code>
        )}
      </div>
    </li>
  );
}

function wordsOfCall(call: NonNullable<DeviceHealth['call']>): string {
  if (call.failure) return `${call.to}: ${call.failure.message}`;
  if (!call.wasAnswered) return `${call.to} did not answer.`;
  const parts = [
    call.setupMs !== null && `answered after ${formatDuration(call.setupMs)}`,
    call.latencyMs !== null && `first speech after ${formatDuration(call.latencyMs)}`,
    call.transcript && `heard “${call.transcript}”`,
  ];
  return `${call.to}: ${parts.filter(Boolean).join(', ')}.`;
}
