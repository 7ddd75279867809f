import type { SuiteView } from '@parley/contract';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { changeSuiteView } from './suite-views.queries.ts';

interface RenameViewDialogProps {
  view: SuiteView;
  onClose: () => void;
}

export function RenameViewDialog({ view, onClose }: RenameViewDialogProps) {
  const scope = useScope();
  const [name, setName] = useState(view.name);
  const [isNameless, setIsNameless] = useState(false);
  const rename = useChange({
    run: () => changeSuiteView(scope, view.id, { name: name.trim() }),
    failure: 'Failed to rename the view',
    isProblemShown: true,
    onDone: onClose,
  });

  function submit() {
    const hasName = name.trim() !== '';
    setIsNameless(!hasName);
    if (hasName) void rename.start();
    else rename.reset();
  }

  return (
    <FormDialog
      title="Rename view"
      {...(view.isShared && { description: 'The name changes for everyone.' })}
      submitLabel="Rename"
      isBusy={rename.isPending}
      isDirty={name !== view.name}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={120}
        onChange={({ target }) => setName(target.value)}
        error={isNameless && name.trim() === '' ? 'Enter a name.' : rename.problem}
        autoComplete="off"
      />
    </FormDialog>
  );
}
