import type { ApiKey } from '@parley/contract';
import { useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { renameApiKey } from './api-keys.queries.ts';

/** Asks for another name; programs that use the key notice nothing. */
export function RenameKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const scope = useScope();
  const [name, setName] = useState(apiKey.name);
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  async function save() {
    if (isSaving) return;
    if (name.trim() === '') return setError('Enter a name that says what uses the key');
    setIsSaving(true);
    try {
      await renameApiKey(scope, apiKey.id, name.trim());
      onClose();
    } catch (failure) {
      setError(messageOr(failure, 'Failed to rename the API key. Please try again.'));
      setIsSaving(false);
    }
  }

  return (
    <FormDialog
      title="Rename API key"
      description="The key itself stays valid."
      submitLabel="Rename"
      isBusy={isSaving}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        maxLength={120}
        value={name}
        error={error}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          setName(target.value);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
