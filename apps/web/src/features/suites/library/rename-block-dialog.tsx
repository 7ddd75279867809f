import type { Library } from '@parley/contract';
import { isBlockName } from '@parley/suite';
import { useState } from 'react';
import { ApiRequestError } from '#/lib/api.ts';
import { countOf } from '#/lib/format-number.ts';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { renameBlock } from './library.queries.ts';

interface RenameBlockDialogProps {
  library: Library;
  name: string;
  onRenamed: (library: Library) => void;
  onClose: () => void;
}

export function RenameBlockDialog({ library, name, onRenamed, onClose }: RenameBlockDialogProps) {
  const scope = useScope();
  const [to, setTo] = useState(name);
  const [mistake, setMistake] = useState<string>();
  const rename = useChange({
    run: () =>
      renameBlock(scope, library.projectId, {
        from: name,
        to: to.trim(),
        version: library.version,
      }),
    failure: 'Failed to rename the block',
    isProblemShown: true,
    done: ({ suites }) => ({ title: `Block renamed in ${countOf(suites.length, 'suite')}` }),
    onDone: (renamed) => {
      onRenamed(renamed.library);
      onClose();
    },
  });
  const details =
    rename.error instanceof ApiRequestError
      ? rename.error.problems.map(({ message }) => message).join(' ')
      : '';

  function submit() {
    const isValid = isBlockName(to.trim());
    setMistake(isValid ? undefined : 'Enter a name of letters, digits and spaces.');
    if (isValid) void rename.start();
    else rename.reset();
  }

  return (
    <FormDialog
      title="Rename block"
      description="All suites that use it are changed, too."
      submitLabel="Rename"
      isBusy={rename.isPending}
      isDirty={to !== name}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={mistake ?? (rename.problem && `${rename.problem} ${details}`.trim())}
        autoComplete="off"
      />
    </FormDialog>
  );
}
