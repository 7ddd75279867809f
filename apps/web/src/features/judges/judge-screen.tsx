import { type JudgeView, roleAllows } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Download, Scale } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#/lib/format-number.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useChange } from '#/ui/use-change.ts';
import { JudgeDialog } from './judge-dialog.tsx';
import { collectReplies, judgeQuery } from './judges.queries.ts';
import { LabelQueue } from './label-queue.tsx';
import { LicenceCard } from './licence-card.tsx';
import { ReplyList } from './reply-list.tsx';
import { StabilityCard } from './stability-card.tsx';

/** The judge of a project: its measured errors, and the queue in which people label replies. */
export function JudgeScreen({ projectId }: { projectId: string }) {
  const query = useQuery(judgeQuery(useScope(), projectId));
  const hasReplies = (query.data?.replies.total ?? 0) > 0;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Judge"
        description="Label replies to measure how often the judge is wrong, so that gates can rely on it"
        actions={hasReplies && <FetchButton projectId={projectId} />}
      />
      <Loaded query={query} what="the judge" skeleton={<Skeleton className="h-48" />}>
        {(judge) => <Judge judge={judge} projectId={projectId} />}
      </Loaded>
    </div>
  );
}

function Judge({ judge, projectId }: { judge: JudgeView; projectId: string }) {
  const role = useMyRole();
  const mayManage = role !== undefined && roleAllows(role, 'judges.manage');
  if (judge.source === 'none' && judge.replies.total === 0) {
    return (
      <EmptyState icon={<Scale aria-hidden />} title="No judge">
        Ask the operator of this installation to set PARLEY_JUDGE_URL. Tests can then use =? to ask
        a language model what a reply means.
      </EmptyState>
    );
  }
  if (judge.replies.total === 0) {
    return (
      <>
        <EmptyState
          icon={<Scale aria-hidden />}
          title="No replies to label"
          action={<FetchButton projectId={projectId} />}
        >
          Run a suite that asks the judge with =?, then fetch the replies that it read. Your labels
          show how often it is wrong.
        </EmptyState>
        <RulesCard judge={judge} projectId={projectId} mayManage={mayManage} />
      </>
    );
  }
  return (
    <>
      <LicenceCard judge={judge} projectId={projectId} mayManage={mayManage} />
      <StabilityCard judge={judge} projectId={projectId} mayManage={mayManage} />
      <LabelQueue judge={judge} projectId={projectId} />
      {judge.replies.disputed > 0 && (
        <ReplyList judge={judge} projectId={projectId} show="disputed" />
      )}
      <ReplyList judge={judge} projectId={projectId} show="mistakes" />
      <ReplyList judge={judge} projectId={projectId} show="flipped" />
      <RulesCard judge={judge} projectId={projectId} mayManage={mayManage} />
    </>
  );
}

function FetchButton({ projectId }: { projectId: string }) {
  const scope = useScope();
  const fetching = useChange({
    run: () => collectReplies(scope, projectId),
    failure: 'Failed to fetch replies',
    done: ({ added, runs }) => ({
      title: added > 0 ? `Replies added: ${added}` : 'No new replies',
      description: `From ${countOf(runs, 'run')}. Replies that are alike count once.`,
    }),
  });
  return (
    <Button
      icon={<Download className="size-4" aria-hidden />}
      isLoading={fetching.isPending}
      onClick={() => void fetching.start(undefined)}
    >
      Fetch replies
    </Button>
  );
}

interface RulesCardProps {
  judge: JudgeView;
  projectId: string;
  mayManage: boolean;
}

function RulesCard({ judge, projectId, mayManage }: RulesCardProps) {
  const [isEdited, setIsEdited] = useState(false);
  const { model, votes, needed, rubric } = judge;
  return (
    <Card
      title="Rules for the judge"
      subtitle={`${model ?? 'No model'}, ${needed} of ${countOf(votes, 'vote')}`}
      actions={mayManage && <Button onClick={() => setIsEdited(true)}>Edit</Button>}
    >
      <p dir="auto" className="whitespace-pre-wrap text-ink text-sm">
        {rubric || 'No rules beyond the built-in instructions.'}
      </p>
      {isEdited && (
        <JudgeDialog judge={judge} projectId={projectId} onClose={() => setIsEdited(false)} />
      )}
    </Card>
  );
}
