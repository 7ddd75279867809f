import { describeOrigin, type StepResult } from '@parley/suite';
import { Badge } from '#/ui/badge.tsx';
import { StatusIcon } from '#/ui/status-badge.tsx';
import { FailureNote } from './failure-note.tsx';
import { Latency } from './latency.tsx';
import { RemarkNote } from './remark-note.tsx';
import { VerdictView } from './verdict-view.tsx';
import { wordsWithoutReply } from './without-reply.ts';

interface StepResultStripProps {
  step: StepResult;
  /** True if the run has ended. */
  isOver: boolean;
  isOutdated: boolean;
  onAccept: ((assertion: number, wording: string) => void) | undefined;
}

/** Result below a step: the reply, its latency and failed expectations. */
export function StepResultStrip({ step, isOver, isOutdated, onAccept }: StepResultStripProps) {
  const { outcome, reply, verdicts, failure } = step;
  const failed = verdicts
    .map((verdict, index) => ({ verdict, index }))
    .filter(({ verdict }) => !verdict.passed);
  const written = describeOrigin(step.origin);
  return (
    <div className="flex flex-col gap-2 rounded-b-lg border-line border-t bg-sunken/60 px-3 py-2 pl-10 text-sm">
      {written && <p className="wrap-anywhere text-ink-muted text-xs">In {written}</p>}
      <div className="flex items-start gap-2">
        <StatusIcon status={outcome} className="mt-0.5" />
        <p className="min-w-0 flex-1 whitespace-pre-wrap break-words text-ink">
          {actualText(step, isOver)}
        </p>
        {isOutdated && <Badge>Before your edit</Badge>}
        {reply && (
          <span className="shrink-0 text-ink-muted text-xs">
            <Latency reply={reply} />
          </span>
        )}
      </div>
      {failed.map(({ verdict, index }) => (
        <VerdictView
          key={index}
          verdict={verdict}
          onAccept={isOutdated ? undefined : onAccept && ((wording) => onAccept(index, wording))}
        />
      ))}
      {failure && failed.length === 0 && <FailureNote failure={failure} />}
      {failure?.remark && failed.length > 0 && <RemarkNote remark={failure.remark} />}
    </div>
  );
}

function actualText(step: StepResult, isOver: boolean) {
  const { reply } = step;
  if (reply) return reply.text || <em className="text-ink-muted">A reply without text</em>;
  return <span className="text-ink-muted">{wordsWithoutReply(step, isOver)}</span>;
}
