import { type JudgeView, judgeRubricMax } from '@parley/contract';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { useChange } from '#/ui/use-change.ts';
import { setJudge } from './judges.queries.ts';

interface JudgeDialogProps {
  judge: JudgeView;
  projectId: string;
  onClose: () => void;
}

/** Changes the rules, the model and the votes of a judge. */
export function JudgeDialog({ judge, projectId, onClose }: JudgeDialogProps) {
  const scope = useScope();
  const { mayChooseModel, version, name } = judge;
  const before = { rubric: judge.rubric, model: judge.model ?? '', votes: String(judge.votes) };
  const [draft, setDraft] = useState(before);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before);
  const save = useChange({
    run: () =>
      setJudge(
        scope,
        { projectId, name },
        {
          rubric: draft.rubric,
          ...(mayChooseModel && {
            model: draft.model.trim() || null,
            votes: draft.votes === '' ? null : Number(draft.votes),
            // Another number of votes gets its default majority.
            needed: draft.votes === before.votes ? judge.needed : null,
          }),
          version,
        },
      ),
    failure: 'Failed to change the judge',
    isProblemShown: true,
    done: () => ({
      title: 'Judge changed',
      description: 'A license is suspended until the judge is measured again.',
    }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Rules for the judge"
      description="Any change makes this a different judge, which must be measured again on the same labels."
      onClose={onClose}
      submitLabel="Save"
      isDirty={isChanged}
      isBusy={save.isPending}
      problem={save.problem}
      onSubmit={() => void save.start(undefined)}
    >
      <Textarea
        label="Rules"
        hint="What the instructions leave open. Don’t quote labeled replies: they stop counting."
        rows={8}
        maxLength={judgeRubricMax}
        value={draft.rubric}
        onChange={({ target }) => setDraft({ ...draft, rubric: target.value })}
      />
      {mayChooseModel && (
        <>
          <TextField
            label="Model"
            hint="Leave empty to use the installation’s model"
            value={draft.model}
            onChange={({ target }) => setDraft({ ...draft, model: target.value })}
          />
          <TextField
            label="Votes"
            type="number"
            min={1}
            max={9}
            value={draft.votes}
            onChange={({ target }) => setDraft({ ...draft, votes: target.value })}
          />
        </>
      )}
    </FormDialog>
  );
}
