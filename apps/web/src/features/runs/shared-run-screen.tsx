import { runShares, type SharedRun } from '@parley/contract';
import { isBad, readCounts, readStanding, shownStatus } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { Bot, Link2Off } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '#/lib/api.ts';
import { productName } from '#/lib/brand.ts';
import { formatDateTime, formatDuration } from '#/lib/format-time.ts';
import { isSpentLink } from '#/lib/is-spent-link.ts';
import { queryClient } from '#/lib/query-client.ts';
import { Alert } from '#/ui/alert.tsx';
import { Logo } from '#/ui/logo.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { StandaloneCard } from '#/ui/standalone-card.tsx';
import { StatusBadge, StatusIcon } from '#/ui/status-badge.tsx';
import { OverriddenBadge } from './override-trail.tsx';
import { countsInWords } from './run-progress.ts';

/** A run as a share link shows it: read-only, without an account, with digits and email addresses masked. */
export function SharedRunScreen({ token }: { token: string }) {
  useNoIndex();
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['shared-run', token],
      queryFn: ({ signal }) => call(runShares.readSharedRun, { body: { token }, signal }),
      retry: false,
    },
    // This page is outside the shell, which provides the query client.
    queryClient,
  );
  if (isSpentLink(error))
    return (
      <StandaloneCard icon={<Link2Off aria-hidden />} title="This link has expired or was revoked">
        Ask the sender for a new one.
      </StandaloneCard>
    );
  return (
    <div className="mx-auto flex min-h-dvh max-w-4xl flex-col gap-6 px-4 py-6 sm:px-6">
      <header>
        <Logo name={productName} />
      </header>
      <main className="flex flex-col gap-5">
        {error && <RetryAlert what="the run" error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <div role="status" aria-label="Loading the run" className="flex flex-col gap-5">
            <Skeleton className="h-20" />
            <Skeleton className="h-64 rounded-lg" />
          </div>
        )}
        {data && <Run run={data} />}
      </main>
    </div>
  );
}

function Run({ run }: { run: SharedRun }) {
  const { suiteName, status, counts, startedAt, failure, tests, expiresAt, isShortened } = run;
  const isOver = status !== 'queued' && status !== 'running';
  return (
    <>
      <div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 break-words font-semibold text-ink text-xl">{suiteName}</h1>
          <StatusBadge status={shownStatus(status, readCounts(counts))} />
        </div>
        <p className="mt-1 text-ink-muted text-sm tabular">
          {countsInWords(readCounts(counts), isOver)}
          {startedAt && ` · ${formatDateTime(startedAt)}`}
        </p>
      </div>
      {failure && <Alert tone="danger" title={failure} />}
      <ol className="flex flex-col gap-3">
        {tests.map((test, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a test is its place
          <Test key={index} test={test} isOver={isOver} />
        ))}
      </ol>
      <p className="text-ink-muted text-xs">
        Digits and email addresses are masked.
        {isShortened && ' Long texts are shortened, and very long runs leave out the last steps.'}{' '}
        This link expires {formatDateTime(expiresAt)}.
      </p>
    </>
  );
}

type Test = SharedRun['tests'][number];

function Test({ test, isOver }: { test: Test; isOver: boolean }) {
  const { name, isOverridden, durationMs, failure, steps } = test;
  const outcome = readStanding(test.outcome);
  return (
    <li className="rounded-lg bg-surface shadow-card ring-1 ring-line">
      <details open={isBad(outcome)}>
        <summary className="flex min-h-11 flex-wrap items-center gap-2.5 rounded-lg px-4 py-2 hover:bg-hover">
          <h2 className="min-w-0 flex-1 break-words font-medium text-base text-ink">{name}</h2>
          {isOverridden && <OverriddenBadge />}
          {durationMs !== null && (
            <span className="text-ink-muted text-xs tabular">{formatDuration(durationMs)}</span>
          )}
          <StatusBadge
            status={outcome}
            label={isOver && outcome === 'pending' ? 'Not finished' : undefined}
          />
        </summary>
        <div className="flex flex-col gap-5 border-line border-t px-4 py-4 sm:px-6">
          {failure && !steps.some((step) => step.failure === failure) && (
            <p className="text-ink text-sm">{failure}</p>
          )}
          <ol className="flex flex-col gap-5">
            {steps.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
              <Step key={index} step={step} number={index + 1} />
            ))}
          </ol>
        </div>
      </details>
    </li>
  );
}

function Step({ step, number }: { step: Test['steps'][number]; number: number }) {
  const { said, expected, replies, buttons, latencyMs, failure } = step;
  const outcome = readStanding(step.outcome);
  return (
    <li aria-label={`Step ${number}`} className="flex flex-col gap-2">
      <p className="max-w-[85%] self-end whitespace-pre-wrap break-words rounded-xl rounded-br-sm bg-accent-soft px-3 py-2 text-base text-ink ring-1 ring-accent-line ring-inset sm:max-w-[70%]">
        <span className="sr-only">Tester: </span>
        {said}
      </p>
      {replies?.map((reply, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages keep their order
        <p key={index} className="flex items-start gap-2.5">
          <Bot role="img" aria-label="Bot" className="mt-2 size-4 shrink-0 text-ink-muted" />
          <span className="min-w-0 whitespace-pre-wrap break-words rounded-xl rounded-bl-sm bg-sunken px-3 py-2 text-base text-ink ring-1 ring-line ring-inset">
            {reply}
          </span>
        </p>
      ))}
      {buttons.length > 0 && (
        <p className="ml-6.5 text-ink-muted text-xs">Buttons: {buttons.join(' · ')}</p>
      )}
      <p className="ml-6.5 flex items-start gap-1.5 text-ink-muted text-sm">
        <StatusIcon status={outcome} className="mt-0.5" />
        <span className="min-w-0 break-words">
          {failure ?? `Expected: ${expected}`}
          {latencyMs !== null && (
            <span className="ml-2 text-xs tabular">{formatDuration(latencyMs)}</span>
          )}
        </span>
      </p>
    </li>
  );
}

/** Keeps search engines from indexing the page. */
function useNoIndex(): void {
  useEffect(() => {
    const robots = document.createElement('meta');
    robots.name = 'robots';
    robots.content = 'noindex, nofollow';
    document.head.append(robots);
    return () => robots.remove();
  }, []);
}
