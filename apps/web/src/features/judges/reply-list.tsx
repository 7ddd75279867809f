import type { JudgedReply, JudgeLabel, JudgeView } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useChange } from '#/ui/use-change.ts';
import { labelReply, repliesQuery } from './judges.queries.ts';
import { perturbationNames } from './perturbation-names.ts';
import { ReplyText } from './reply-text.tsx';

const texts = {
  disputed: {
    title: 'Disagreements',
    subtitle:
      'People label these replies in different ways; they don’t count until that is settled',
  },
  mistakes: {
    title: 'Mistakes of the judge',
    subtitle:
      'The judge disagrees with the labels. A label that is changed now needs a second person',
  },
  flipped: {
    title: 'Changed verdicts',
    subtitle: 'The judge disagrees with itself when it is asked in another way',
  },
} as const;

interface ReplyListProps {
  judge: JudgeView;
  projectId: string;
  show: keyof typeof texts;
}

/** Replies with conflicting labels or verdicts. Renders nothing if there are none. */
export function ReplyList({ judge, projectId, show }: ReplyListProps) {
  const query = useQuery(repliesQuery(useScope(), { ...judge, projectId }, show));
  if (query.data?.items.length === 0) return null;
  return (
    <Card {...texts[show]}>
      <Loaded query={query} what="the replies" skeleton={<Skeleton className="h-24" />}>
        {({ items }) => (
          <ul className="flex flex-col gap-5">
            {items.map((reply, at) => (
              <li key={reply.id} className="flex flex-col gap-3">
                <ReplyText reply={reply} title={`Reply ${at + 1} of ${items.length}`} />
                <p className="text-ink-muted text-xs">{factsOf(reply)}</p>
                {show !== 'flipped' && (
                  <Labels reply={reply} projectId={projectId} settles={show === 'disputed'} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

const answers = { passed: 'passes it', failed: 'fails it', none: 'gave no answer' } as const;

function factsOf(reply: JudgedReply): string {
  const { labels, verdict } = reply;
  const people =
    labels && `${sayInWords(labels.passed)} passed, ${sayInWords(labels.failed)} failed`;
  const judge = verdict && `the judge ${answers[verdict.answer]}${reasonOf(verdict.reason)}`;
  const flips = reply.flips?.map(
    ({ perturbation, before, answer, reason }) =>
      `with ${perturbationNames[perturbation]}, the judge ${answers[answer]} instead of ${before === 'passed' ? 'passing' : 'failing'} it${reasonOf(reason)}`,
  );
  return [people, judge, ...(flips ?? [])].filter(Boolean).join('; ');
}

const sayInWords = (people: number) => (people === 1 ? '1 says' : `${people} say`);

const reasonOf = (reason: string): string => (reason ? `: “${reason}”` : '');

interface LabelsProps {
  reply: JudgedReply;
  projectId: string;
  settles: boolean;
}

function Labels({ reply: { id: replyId, label: own }, projectId, settles }: LabelsProps) {
  const scope = useScope();
  const save = useChange({
    run: (label: JudgeLabel) => labelReply(scope, { projectId, replyId }, label, settles),
    failure: 'Failed to save the label',
  });
  const button = (label: JudgeLabel, text: string) => (
    <Button
      size="sm"
      disabled={!settles && own === label}
      isLoading={save.isPending && save.input === label}
      onClick={() => void save.start(label)}
    >
      {text}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {button('passed', settles ? 'Settle as passed' : 'Label as passed')}
      {button('failed', settles ? 'Settle as failed' : 'Label as failed')}
    </div>
  );
}
