import {
  type Assertion,
  describeOrigin,
  type Outcome,
  type StepResult,
  type Verdict,
} from '@parley/suite';
import { Gavel, Plus, X } from 'lucide-react';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { closestPart } from './closest-part.ts';
import { Difference } from './difference.tsx';
import { FailingSince } from './failing-since.tsx';
import { LastGreenReply } from './last-green-reply.tsx';
import { RemarkNote } from './remark-note.tsx';
import { ruleInWords } from './rule-in-words.ts';
import { canBeAccepted, Votes } from './verdict-view.tsx';

interface FailureCardProps {
  step: StepResult;
  /** Number of the step, from 1. */
  number: number;
  /** Number of other tests that failed for the same cause. */
  alike: number;
  /** Run and test key with which to look up how long the test has been failing; undefined while the run is active. */
  history?: { runId: string; test: string } | undefined;
  onAccept?: ((assertion: Assertion, wording: string) => void) | undefined;
  onOverride?: ((outcome: Outcome) => void) | undefined;
}

/** Explains the failure of a test above its conversation: the expectation, and the part of the reply that comes closest. */
export function FailureCard(props: FailureCardProps) {
  const { step, number, alike, history, onAccept, onOverride } = props;
  const { failure, verdicts, outcome } = step;
  const broken = failure === undefined || failure.class === 'wrong' ? brokenOf(verdicts) : [];
  const [first] = broken;
  const written = describeOrigin(step.origin);
  const accepted = onAccept && broken.find(canBeAccepted);
  return (
    <section
      aria-label="Failure"
      className="flex flex-col gap-2.5 rounded-lg bg-failed-soft/50 p-4 text-sm ring-1 ring-failed-line ring-inset"
    >
      <h3 className="flex items-start gap-1.5 font-medium text-base text-ink">
        <X className="mt-1 size-4 shrink-0 text-failed" aria-hidden />
        <span className="wrap-anywhere min-w-0">
          Step {number}: {first ? ruleInWords(first) : (failure?.message ?? 'failed')}
        </span>
      </h3>
      {written && <p className="wrap-anywhere ml-5.5 text-ink-muted text-xs">In {written}</p>}
      {broken.map((verdict, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: verdicts keep their order
        <div key={index} className="ml-5.5 flex flex-col gap-1.5">
          {index > 0 && (
            <p className="wrap-anywhere font-medium text-ink">{ruleInWords(verdict)}</p>
          )}
          <Evidence verdict={verdict} />
        </div>
      ))}
      {broken.length === 0 && failure?.hint && (
        <p className="ml-5.5 text-ink-muted">{failure.hint}</p>
      )}
      {failure?.remark && (
        <div className="ml-5.5">
          <RemarkNote remark={failure.remark} />
        </div>
      )}
      <p className="ml-5.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-muted text-xs">
        <Badge tone={outcome === 'failed' ? 'failed' : 'error'}>
          {failureClassNames[failure?.class ?? 'wrong']}
        </Badge>
        {history && <FailingSince {...history} step={number} />}
        {alike > 0 && (
          <span>
            Same cause in {alike} other {alike === 1 ? 'test' : 'tests'}
          </span>
        )}
      </p>
      {history && <LastGreenReply {...history} step={step} number={number} />}
      {(accepted || onOverride) && (
        <div className="ml-5.5 flex flex-wrap gap-2">
          {accepted && (
            <Button
              size="sm"
              icon={<Plus className="size-3.5" aria-hidden />}
              onClick={() => onAccept(accepted.assertion, accepted.actual ?? '')}
            >
              Accept this wording
            </Button>
          )}
          {onOverride && (
            <Button
              size="sm"
              icon={<Gavel className="size-3.5" aria-hidden />}
              aria-label={`Override verdict on step ${number}`}
              onClick={() => onOverride(outcome as Outcome)}
            >
              Override
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

const brokenOf = (verdicts: Verdict[]) => verdicts.filter(({ passed }) => !passed);

function Evidence({ verdict }: { verdict: Verdict }) {
  const { difference, actual, hint, votes, score } = verdict;
  return (
    <>
      {difference ? (
        <p className="wrap-anywhere whitespace-pre-wrap text-ink">
          <span className="text-ink-muted">Closest part:</span>{' '}
          <Difference parts={closestPart(difference)} />
          {score !== undefined && (
            <span className="whitespace-nowrap text-ink-muted text-xs tabular">
              {' '}
              · {Math.floor(score * 100)}% similar
            </span>
          )}
        </p>
      ) : (
        <p className="wrap-anywhere line-clamp-6 whitespace-pre-wrap text-ink">
          <span className="text-ink-muted">Got:</span>{' '}
          {actual ?? <em className="text-ink-muted">nothing</em>}
        </p>
      )}
      {votes && <Votes votes={votes} />}
      {hint && !votes && <p className="text-ink-muted text-xs">{hint}</p>}
    </>
  );
}
