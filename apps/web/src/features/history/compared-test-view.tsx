import { describeInput, describeOrigin, type StepResult } from '@parley/suite';
import { useState } from 'react';
import { ChangedText } from '#/features/runs/difference.tsx';
import { FailureNote } from '#/features/runs/failure-note.tsx';
import { Badge, type BadgeTone } from '#/ui/badge.tsx';
import { DisclosureItem } from '#/ui/disclosure-item.tsx';
import { StatusIcon } from '#/ui/status-badge.tsx';
import type { ComparedStep, ComparedTest, TestChange } from './compare-runs.ts';
import { LatencyChange } from './latency-change.tsx';

const changes: Record<TestChange, { word: string; tone: BadgeTone }> = {
  'edited-and-broken': { word: 'Edited, now failing', tone: 'accent' },
  broken: { word: 'Broken', tone: 'failed' },
  edited: { word: 'Test edited', tone: 'accent' },
  mended: { word: 'Fixed', tone: 'passed' },
  changed: { word: 'Changed', tone: 'running' },
  added: { word: 'New', tone: 'neutral' },
  removed: { word: 'Not in the later run', tone: 'neutral' },
  same: { word: 'Same', tone: 'neutral' },
};

/** A test in both runs, which expands to its steps side by side. */
export function ComparedTestView({ test }: { test: ComparedTest }) {
  const [isOpen, setIsOpen] = useState(
    test.change === 'broken' || test.change === 'edited-and-broken',
  );
  const { word, tone } = changes[test.change];
  return (
    <DisclosureItem
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      headingClassName="flex-wrap gap-y-1"
      heading={
        <>
          <span className="min-w-32 flex-1 truncate font-medium text-base text-ink">
            {test.name}
          </span>
          <LatencyChange before={test.beforeMs} after={test.afterMs} />
          <span className="flex items-center gap-2">
            <span className="flex items-center gap-1">
              {test.before && <StatusIcon status={test.before.outcome} />}
              {test.before && test.after && (
                <span aria-hidden className="text-ink-faint text-xs">
                  →
                </span>
              )}
              {test.after && <StatusIcon status={test.after.outcome} />}
            </span>
            <Badge tone={tone}>{word}</Badge>
          </span>
        </>
      }
    >
      <ol className="divide-y divide-line">
        {test.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          <StepPair key={index} step={step} number={index + 1} />
        ))}
      </ol>
    </DisclosureItem>
  );
}

function StepPair({ step, number }: { step: ComparedStep; number: number }) {
  const { before, after, isWordingChanged, isExpectationChanged, isQuestionChanged } = step;
  const shown = after ?? before;
  return (
    <li aria-label={`Step ${number}`} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 break-words text-ink text-sm">
          <span className="text-ink-faint tabular">{number}.</span>{' '}
          {shown && !isQuestionChanged && (shown.sent || describeInput(shown.input))}
        </p>
        <span className="flex flex-wrap items-center gap-2">
          {isWordingChanged && <Badge tone="running">Different wording</Badge>}
          {isQuestionChanged && <Badge tone="accent">Different question</Badge>}
          {isExpectationChanged && <Badge tone="accent">Different expectation</Badge>}
          <LatencyChange before={before?.reply?.latencyMs} after={after?.reply?.latencyMs} />
        </span>
      </div>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        <Side
          title="Before"
          step={before}
          isAsked={isQuestionChanged}
          isExpected={isExpectationChanged}
        />
        <Side
          title="After"
          step={after}
          isAsked={isQuestionChanged}
          isExpected={isExpectationChanged}
          // Replies to different messages differ anyway.
          than={isWordingChanged && !isQuestionChanged ? before : undefined}
        />
      </div>
    </li>
  );
}

interface SideProps {
  title: string;
  step: StepResult | undefined;
  /** True if the messages differ, so that each side shows its own. `isExpected` is the same for expectations. */
  isAsked: boolean;
  isExpected: boolean;
  /** Step with which to compare the wording. */
  than?: StepResult | undefined;
}

function Side({ title, step, isAsked, isExpected, than }: SideProps) {
  const text = step?.reply?.text;
  const written = describeOrigin(step?.origin);
  return (
    <div className="min-w-0 rounded-md bg-sunken/70 px-3 py-2 text-sm">
      <p className="mb-1 flex items-center gap-1.5 text-ink-muted text-xs">
        {step && <StatusIcon status={step.outcome} className="size-3.5" />}
        {title}
      </p>
      {step && isAsked && (
        <p className="mb-1 whitespace-pre-wrap break-words text-ink">
          <span className="text-ink-muted">Tester:</span> {step.sent || describeInput(step.input)}
        </p>
      )}
      {step === undefined && <p className="text-ink-muted">Not in this run</p>}
      {step && text === undefined && <p className="text-ink-muted">No reply</p>}
      {text !== undefined && (
        <p className="whitespace-pre-wrap break-words text-ink">
          {than?.reply ? <ChangedText before={than.reply.text} text={text} /> : text || '–'}
        </p>
      )}
      {step && isExpected && (
        <p className="mt-1.5 break-words text-ink-muted text-xs">Expected: {step.expected}</p>
      )}
      {written && <p className="mt-1.5 break-words text-ink-muted text-xs">In {written}</p>}
      {step?.failure && (
        <div className="mt-2">
          <FailureNote failure={step.failure} />
        </div>
      )}
    </div>
  );
}
