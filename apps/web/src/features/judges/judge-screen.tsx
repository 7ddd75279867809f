import { type JudgeView, roleAllows } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Download, Scale } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#/lib/format-number.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { Select } from '#/ui/select.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useChange } from '#/ui/use-change.ts';
import { JudgeDialog } from './judge-dialog.tsx';
import { collectReplies, deleteJudge, judgeQuery, judgesQuery } from './judges.queries.ts';
import { LabelQueue } from './label-queue.tsx';
import { LicenceCard } from './licence-card.tsx';
import { NewJudgeDialog } from './new-judge-dialog.tsx';
import { ReplyList } from './reply-list.tsx';
import { StabilityCard } from './stability-card.tsx';

interface JudgeScreenProps {
  projectId: string;
  /** Name of the shown judge; null for the default judge. */
  name: string | null;
  onNameChange: (name: string | null) => void;
}

/** A judge of a project: its measured errors, and the queue in which people label replies. */
export function JudgeScreen({ projectId, name, onNameChange }: JudgeScreenProps) {
  const query = useQuery(judgeQuery(useScope(), { projectId, name }));
  const hasReplies = (query.data?.replies.total ?? 0) > 0;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Judge"
        description="Label replies to measure how often the judge is wrong, so that gates can rely on it"
        actions={hasReplies && <FetchButton projectId={projectId} />}
      />
      {query.data?.source !== 'none' && (
        <Names projectId={projectId} name={name} onNameChange={onNameChange} />
      )}
      <Loaded query={query} what="the judge" skeleton={<Skeleton className="h-48" />}>
        {(judge) => (
          <Judge
            key={judge.name}
            judge={judge}
            projectId={projectId}
            onDeleted={() => onNameChange(null)}
          />
        )}
      </Loaded>
    </div>
  );
}

function useMayManage(): boolean {
  const role = useMyRole();
  return role !== undefined && roleAllows(role, 'judges.manage');
}

/** Value of the default judge in the list, which no name can have. */
const byDefault = '';

/** Chooses one of the judges, if there are several, and adds judges. */
function Names({ projectId, name, onNameChange }: JudgeScreenProps) {
  const { data } = useQuery(judgesQuery(useScope(), projectId));
  const mayManage = useMayManage();
  const [isAdding, setIsAdding] = useState(false);
  const names = data?.items ?? [];
  if (names.length === 0 && !mayManage) return null;
  return (
    <div className="flex flex-wrap items-end gap-3">
      {names.length > 0 && (
        <Select
          label="Judge"
          className="w-64"
          options={[
            { value: byDefault, label: 'Default judge' },
            ...names.map((one) => ({ value: one.name, label: one.name })),
          ]}
          value={name ?? byDefault}
          onChange={(next) => onNameChange(next === byDefault ? null : next)}
        />
      )}
      {mayManage && <Button onClick={() => setIsAdding(true)}>New judge</Button>}
      {isAdding && (
        <NewJudgeDialog
          projectId={projectId}
          onClose={() => setIsAdding(false)}
          onCreated={(created) => {
            setIsAdding(false);
            onNameChange(created);
          }}
        />
      )}
    </div>
  );
}

interface JudgeProps {
  judge: JudgeView;
  projectId: string;
  onDeleted: () => void;
}

function Judge({ judge, projectId, onDeleted }: JudgeProps) {
  const mayManage = useMayManage();
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
        <RulesCard
          judge={judge}
          projectId={projectId}
          mayManage={mayManage}
          onDeleted={onDeleted}
        />
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
      <RulesCard judge={judge} projectId={projectId} mayManage={mayManage} onDeleted={onDeleted} />
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
  onDeleted: () => void;
}

function RulesCard({ judge, projectId, mayManage, onDeleted }: RulesCardProps) {
  const scope = useScope();
  const [isEdited, setIsEdited] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const { name, model, votes, needed, rubric } = judge;
  const remove = useChange({
    run: () => deleteJudge(scope, projectId, name ?? ''),
    failure: 'Failed to delete the judge',
    done: () => ({ title: `Judge “${name}” deleted` }),
    onDone: onDeleted,
  });
  return (
    <Card
      title="Rules for the judge"
      subtitle={`${model ?? 'No model'}, ${needed} of ${countOf(votes, 'vote')}`}
      actions={
        mayManage && (
          <div className="flex gap-2">
            {name !== null && <Button onClick={() => setIsDeleting(true)}>Delete judge</Button>}
            <Button onClick={() => setIsEdited(true)}>Edit</Button>
          </div>
        )
      }
    >
      <p dir="auto" className="whitespace-pre-wrap text-ink text-sm">
        {rubric || 'No rules beyond the built-in instructions.'}
      </p>
      <ConfirmDialog
        isOpen={isDeleting}
        onOpenChange={setIsDeleting}
        title="Delete this judge?"
        confirmLabel="Delete judge"
        onConfirm={() => remove.start(undefined)}
      >
        Steps that ask for “{name}” will end as errors. Labels are kept.
      </ConfirmDialog>
      {isEdited && (
        <JudgeDialog judge={judge} projectId={projectId} onClose={() => setIsEdited(false)} />
      )}
    </Card>
  );
}
