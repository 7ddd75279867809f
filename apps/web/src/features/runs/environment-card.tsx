import type { RunEnvironment } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Skeleton } from '#/ui/skeleton.tsx';
import { runEnvironmentQuery } from './runs.queries.ts';

interface Fact {
  name: string;
  value: string;
}

/** The environment of a run, loaded when the card is opened. */
export function EnvironmentCard({ runId }: { runId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="rounded-lg bg-surface shadow-card ring-1 ring-line"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-11 rounded-lg px-5 py-3 font-medium text-ink text-sm hover:bg-hover">
        Environment
      </summary>
      {isOpen && <Environment runId={runId} />}
    </details>
  );
}

function Environment({ runId }: { runId: string }) {
  const { data, error } = useQuery(runEnvironmentQuery(useScope(), runId));
  if (error)
    return (
      <p role="alert" className="px-5 pb-4 text-failed text-sm">
        {messageOr(error, 'Failed to load the environment')}
      </p>
    );
  if (!data) return <Skeleton className="mx-5 mb-4 h-20" />;
  const { suiteVersion, suiteVersionNow, selectedTests, conversations, workerVersion } = data;
  const run: Fact[] = [
    { name: 'Suite version', value: versionInWords(suiteVersion, suiteVersionNow) },
    { name: 'Tests', value: selectedTests ? selectedTests.join(', ') : 'All' },
    { name: 'Simultaneous conversations', value: conversations?.toString() ?? 'Default' },
    { name: 'Worker', value: workerInWords(workerVersion, data.workers) },
  ];
  return (
    <div className="@container border-line border-t">
      <div className="grid grid-cols-1 gap-x-10 gap-y-5 px-5 py-4 @2xl:grid-cols-2">
        <Facts title="Run" facts={run} />
        <Facts title="Channel" facts={data.channel} />
        {data.device.length > 0 && <Facts title="Virtual device" facts={data.device} />}
        {data.environment && (
          <Facts title={`Values of ${data.environment.name}`} facts={valuesOf(data.environment)} />
        )}
      </div>
    </div>
  );
}

function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1.5 font-medium text-ink-muted text-xs">{title}</h3>
      <dl className="grid grid-cols-[minmax(0,10rem)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="wrap-anywhere text-ink-muted">{name}</dt>
            <dd className="whitespace-pre-wrap break-words text-ink tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function valuesOf({
  version,
  versionNow,
  variables,
  secrets,
}: NonNullable<RunEnvironment['environment']>): Fact[] {
  return [
    { name: 'Version', value: valuesVersion(version, versionNow) },
    ...Object.entries(variables).map(([name, value]) => ({ name, value })),
    ...secrets.map((name) => ({ name: `secret.${name}`, value: '•••' })),
  ];
}

function valuesVersion(then: number, now: number | null): string {
  if (now === null) return `${then} (environment deleted)`;
  return now === then ? `${then} (current)` : `${then} (now at ${now})`;
}

function versionInWords(then: number, now: number | null): string {
  if (now === null) return `${then} (suite deleted)`;
  return now === then ? `${then} (current)` : `${then} (now at ${now})`;
}

function workerInWords(version: string | null, workers: number): string {
  if (version === null) return 'None yet';
  return workers > 1 ? `Parley ${version}, claimed ${workers} times` : `Parley ${version}`;
}
