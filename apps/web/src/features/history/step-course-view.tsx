import type { Course, StepCourse } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ChangedText } from '#/features/runs/difference.tsx';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import { formatDate, formatDuration } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { TimeChart } from '#/ui/time-chart.tsx';
import { FlakeBadge } from './flake-badge.tsx';
import { OutcomeStrip } from './outcome-strip.tsx';
import { StepDays } from './step-days.tsx';
import { RunAt, StepRuns } from './step-runs.tsx';

interface StepCourseViewProps {
  suiteId: string;
  test: string;
  runs: Course['runs'];
  step: StepCourse;
  number: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** A step over the latest runs: its outcomes, latencies and replies. */
export function StepCourseView({
  suiteId,
  test,
  runs,
  step,
  number,
  isOpen,
  onToggle,
}: StepCourseViewProps) {
  const outcomes = step.results.map((result) => result?.outcome ?? null);
  return (
    <li aria-label={`Step ${number}`} className="flex flex-col gap-3 px-5 py-3.5">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="min-w-40 flex-1 break-words text-ink text-sm">
          <span className="text-ink-faint tabular">{number}.</span>{' '}
          {step.said || <em className="text-ink-muted">No message</em>}
        </p>
        <FlakeBadge flakiness={step.flakiness} />
        <span className="whitespace-nowrap text-ink-muted text-xs tabular">
          p50 {shown(step.p50)} · p95 {shown(step.p95)}
        </span>
        <span className="whitespace-nowrap text-ink-muted text-xs">
          {step.wordings.length === 1 ? '1 wording' : `${step.wordings.length} wordings`}
        </span>
        <OutcomeStrip runs={runs} outcomes={outcomes} />
        <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={onToggle}>
          Details<span className="sr-only"> of step {number}</span>
        </Button>
      </div>
      {isOpen && <Details runs={runs} step={step} number={number} />}
      {isOpen && <StepDays suiteId={suiteId} test={test} step={number - 1} />}
    </li>
  );
}

function Details({ runs, step, number }: Pick<StepCourseViewProps, 'runs' | 'step' | 'number'>) {
  const chart = useMemo(
    () => ({
      over: { days: runs.map(({ createdAt }) => formatDate(createdAt)) },
      series: [
        {
          label: 'Latency',
          tone: 'accent' as const,
          values: step.results.map((result) => result?.latencyMs ?? null),
        },
      ],
    }),
    [runs, step],
  );
  const navigate = useNavigate();
  function showRun(place: number) {
    const run = runs[place];
    if (run) void navigate({ to: '/history/testruns/$runId', params: { runId: run.id } });
  }
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <TimeChart
        label={`Latency of step ${number} in each run; p50 ${shown(step.p50)}, p95 ${shown(step.p95)}`}
        {...chart}
        format={formatDuration}
        onPick={showRun}
      />
      <Wordings runs={runs} step={step} />
      <StepRuns {...{ runs, step, number }} />
    </div>
  );
}

/** The distinct replies, newest first, each compared with the one before. */
function Wordings({ runs, step }: Pick<StepCourseViewProps, 'runs' | 'step'>) {
  const uses = step.wordings.map((text, index) => {
    const places = step.results.flatMap((result, place) =>
      result?.wording === index ? [{ run: runs[place], result }] : [],
    );
    return { text, before: step.wordings[index - 1], first: places[0], count: places.length };
  });
  if (uses.length === 0) return <p className="text-ink-muted text-sm">The bot did not reply.</p>;
  return (
    <ol
      aria-label="Wordings, newest first"
      className="flex max-h-72 flex-col gap-2 overflow-y-auto"
    >
      {uses.toReversed().map(({ text, before, first, count }) => (
        <li key={text} className="rounded-md bg-sunken/70 px-3 py-2 text-sm">
          <p className="mb-1 flex flex-wrap items-center gap-2 text-ink-muted text-xs tabular">
            {first?.run && (
              <span>
                Since <RunAt run={first.run} />
              </span>
            )}
            <span>
              {count} {count === 1 ? 'time' : 'times'}
            </span>
            {first?.result.failureClass && (
              <Badge tone="failed">{failureClassNames[first.result.failureClass]}</Badge>
            )}
          </p>
          <p className="whitespace-pre-wrap break-words text-ink">
            {before === undefined ? text || '–' : <ChangedText before={before} text={text} />}
          </p>
        </li>
      ))}
    </ol>
  );
}

function shown(ms: number | null): string {
  return ms === null ? '–' : formatDuration(ms);
}
