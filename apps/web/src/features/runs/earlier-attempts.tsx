import type { TestResult } from '@parley/suite';
import { StatusBadge } from '#/ui/status-badge.tsx';
import { FailureNote } from './failure-note.tsx';
import { SuiteRequests } from './suite-requests.tsx';
import { Turn } from './turn.tsx';

interface EarlierAttemptsProps {
  runId: string;
  attempts: TestResult[] | undefined;
}

/** Earlier attempts of a retried test. */
export function EarlierAttempts({ runId, attempts = [] }: EarlierAttemptsProps) {
  if (attempts.length === 0) return null;
  return (
    <section aria-label="Earlier attempts" className="mt-5 flex flex-col gap-2">
      {attempts.map(({ attempt, outcome, failure, steps, requests }) => (
        <details key={attempt} className="rounded-md bg-sunken/60 ring-1 ring-line ring-inset">
          <summary className="flex min-h-9 flex-wrap items-center gap-2 rounded-md px-3 py-1.5 text-sm">
            <span className="font-medium text-ink">Attempt {attempt}</span>
            {outcome === 'running' || outcome === 'pending' ? (
              <span className="text-ink-muted text-xs">interrupted, then restarted</span>
            ) : (
              <StatusBadge status={outcome} />
            )}
          </summary>
          <div className="flex flex-col gap-4 px-3 pt-2 pb-4 sm:px-5">
            {failure && <FailureNote failure={failure} />}
            <SuiteRequests requests={requests} when="before" toldFailure={failure?.message} />
            <ol className="flex flex-col gap-5">
              {steps.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
                <Turn key={index} runId={runId} step={step} number={index + 1} isOver />
              ))}
            </ol>
            <SuiteRequests requests={requests} when="after" toldFailure={failure?.message} />
          </div>
        </details>
      ))}
    </section>
  );
}
