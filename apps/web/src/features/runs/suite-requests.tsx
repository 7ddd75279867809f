import type { RequestResult } from '@parley/suite';
import { StatusIcon } from '#/ui/status-badge.tsx';
import { FailureNote } from './failure-note.tsx';
import { SystemAnswerView } from './system-answer.tsx';

interface SuiteRequestsProps {
  requests: RequestResult[] | undefined;
  when: RequestResult['when'];
  /** Message of a failure that is already shown elsewhere. */
  toldFailure?: string | undefined;
}

/** Requests before or after the conversation of a test, with their responses. */
export function SuiteRequests({ requests = [], when, toldFailure }: SuiteRequestsProps) {
  const shown = requests.filter((one) => one.when === when);
  if (shown.length === 0) return null;
  const label = when === 'before' ? 'Requests before the test' : 'Requests after the test';
  return (
    <section aria-label={label} className="mt-4 flex flex-col gap-2">
      <p className="text-ink-muted text-xs">{label}</p>
      <ol className="flex flex-col gap-2">
        {shown.map(({ place, isOfRun, outcome, sent, failure, saved }) => (
          <li key={`${isOfRun ? 'run' : 'test'} ${place}`} className="flex flex-col gap-1 text-sm">
            <details open={outcome === 'error'}>
              <summary className="min-h-8 rounded-md px-2 py-1.5 text-ink-muted hover:bg-hover">
                <StatusIcon status={outcome} className="inline size-3.5 align-[-2px]" />{' '}
                <span className="wrap-anywhere">
                  {sent.method} {sent.url}
                </span>
                {outcome === 'skipped' && ' · not sent'}
                {isOfRun && ' · once for the run'}
              </summary>
              <div className="flex flex-col gap-2 pt-1 pb-2">
                <SystemAnswerView checked={sent} />
                {saved && (
                  <p className="ml-8.5 text-ink-muted text-xs wrap-anywhere">
                    Saved:{' '}
                    {Object.entries(saved)
                      .map(([name, value]) => `${name} = ${value}`)
                      .join(', ')}
                  </p>
                )}
              </div>
            </details>
            {failure && failure.message !== toldFailure && (
              <div className="ml-8.5">
                <FailureNote failure={failure} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
