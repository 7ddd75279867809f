import { isJudgeName, judgeNameLengthMax } from '@parley/suite';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { setJudge } from './judges.queries.ts';

interface NewJudgeDialogProps {
  projectId: string;
  onClose: () => void;
  onCreated: (name: string) => void;
}

/** Adds a judge with a name. It begins with the model and the votes of the installation. */
export function NewJudgeDialog({ projectId, onClose, onCreated }: NewJudgeDialogProps) {
  const scope = useScope();
  const [name, setName] = useState('');
  const create = useChange({
    run: () => setJudge(scope, { projectId, name: name.trim() }, { version: 0 }),
    failure: 'Failed to add the judge',
    isProblemShown: true,
    done: () => ({ title: `Judge “${name.trim()}” added` }),
    onDone: () => onCreated(name.trim()),
  });
  return (
    <FormDialog
      title="New judge"
      description="A suite asks for it with “judge: name”, a step with “set judge: name”. It needs a license of its own."
      onClose={onClose}
      submitLabel="Add judge"
      isDirty={name !== ''}
      isBusy={create.isPending}
      isBlocked={!isJudgeName(name.trim())}
      problem={create.problem}
      onSubmit={() => void create.start(undefined)}
    >
      <TextField
        label="Name"
        hint="Letters, digits, spaces, _ and -, beginning with a letter"
        maxLength={judgeNameLengthMax}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
