import { describeInput, type StepResult } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { ChangedText } from './difference.tsx';
import { runFailuresQuery, runLogQuery } from './runs.queries.ts';
import { stepWhenGreen } from './step-when-green.ts';

interface LastGreenReplyProps {
  runId: string;
  /** Key of the failed test. */
  test: string;
  step: StepResult;
  /** Number of the step, from 1. */
  number: number;
}

/** The reply when the test last passed, compared with the current reply. Loaded when opened. */
export function LastGreenReply({ runId, test, step, number }: LastGreenReplyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(runFailuresQuery(useScope(), runId));
  const lastGreen = data?.find((one) => one.test === test && one.step === number)?.lastGreen;
  if (!lastGreen) return null;
  return (
    <details
      className="ml-5.5 rounded-md bg-surface ring-1 ring-line"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-9 rounded-md px-3 py-2 font-medium text-ink text-sm hover:bg-hover">
        Reply when it last passed{lastGreen.number !== null && `, in #${lastGreen.number}`}
      </summary>
      {isOpen && (
        <div className="border-line border-t px-3 py-2">
          <ReplyIn runId={lastGreen.runId} {...{ test, step, number }} />
        </div>
      )}
    </details>
  );
}

/** @param props `runId` is the id of the run that passed */
function ReplyIn({ runId, test, step, number }: LastGreenReplyProps) {
  const query = useQuery(runLogQuery(useScope(), runId));
  if (isUnknown(query.error))
    return <p className="text-ink-muted">That run is no longer stored.</p>;
  return (
    <Loaded query={query} what="the run that passed" skeleton={<Skeleton className="h-5" />}>
      {({ result }) => {
        const then = stepWhenGreen(result.tests, test, step, number);
        if (!then) return <p className="text-ink-muted">That run had no such step.</p>;
        return (
          <>
            {!then.isSameQuestion && (
              <p className="wrap-anywhere pb-1 text-ink-muted">
                The test has changed since. This step was: {asked(then.step)}
              </p>
            )}
            <Reply then={then.step} now={then.isSameQuestion ? step : undefined} />
            {then.step.expected !== step.expected && (
              <p className="wrap-anywhere pt-1 text-ink-muted text-xs">
                Expected then: {then.step.expected || 'anything'}
              </p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface ReplyProps {
  then: StepResult;
  /** The step to compare the reply with; undefined if its message differs, so that a comparison makes no sense. */
  now: StepResult | undefined;
}

function Reply({ then, now }: ReplyProps) {
  const before = then.reply?.text;
  if (!before) return <p className="text-ink-muted">No reply</p>;
  const isCompared = now?.reply !== undefined && now.reply.text !== before;
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-wrap text-ink">
        {isCompared ? <ChangedText before={before} text={now.reply?.text ?? ''} /> : before}
      </p>
      {now?.reply?.text === before && (
        <p className="pt-1 text-ink-muted text-xs">The same reply as now.</p>
      )}
    </>
  );
}

const asked = ({ sent, input }: StepResult) => sent || describeInput(input);
