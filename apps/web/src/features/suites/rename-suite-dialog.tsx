import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import type { SuiteDialogProps } from './suite-dialog-props.ts';
import { useSuiteList } from './suite-list.store.ts';
import { suiteNameProblem } from './suite-name.ts';
import { renameSuite } from './suites.queries.ts';

export function RenameSuiteDialog({ suite, onClose }: SuiteDialogProps) {
  const scope = useScope();
  const [name, setName] = useState(suite.name);
  const [mistake, setMistake] = useState<string>();
  const rename = useChange({
    run: async () =>
      useSuiteList.getState().updateSuite(await renameSuite(scope, suite.id, name.trim())),
    failure: 'Failed to rename test suite',
    isProblemShown: true,
    onDone: onClose,
  });

  function submit() {
    const problem = suiteNameProblem(name);
    setMistake(problem);
    if (problem) rename.reset();
    else void rename.start();
  }

  return (
    <FormDialog
      title="Rename test suite"
      submitLabel="Rename"
      isBusy={rename.isPending}
      isDirty={name !== suite.name}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={mistake ?? rename.problem}
        autoComplete="off"
      />
    </FormDialog>
  );
}
