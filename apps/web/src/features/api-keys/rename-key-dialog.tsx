import type { ApiKey } from '@parley/contract';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { renameApiKey } from './api-keys.queries.ts';

/** Asks for a new name. Programs that use the key are not affected. */
export function RenameKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const scope = useScope();
  const [name, setName] = useState(apiKey.name);
  const [isMissing, setIsMissing] = useState(false);
  const rename = useChange({
    run: () => renameApiKey(scope, apiKey.id, name.trim()),
    failure: 'Failed to rename the API key. Please try again.',
    isProblemShown: true,
    onDone: () => onClose(),
  });

  function save() {
    const isNameless = name.trim() === '';
    setIsMissing(isNameless);
    if (!isNameless) void rename.start();
  }

  return (
    <FormDialog
      title="Rename API key"
      description="The key itself stays valid."
      submitLabel="Rename"
      isBusy={rename.isPending}
      isDirty={name !== apiKey.name}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        maxLength={120}
        value={name}
        error={isMissing ? 'Enter a name that says what uses the key' : rename.problem}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          setName(target.value);
          setIsMissing(false);
          rename.reset();
        }}
      />
    </FormDialog>
  );
}
