import type { ApiKey } from '@parley/contract';
import { useState } from 'react';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { CopyField } from '#/ui/copy-field.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogForm } from '#/ui/dialog-form.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { useDraft } from '#/ui/use-draft.ts';
import { createApiKey } from './api-keys.queries.ts';

const accessOptions = [
  { value: 'full', label: 'Full access', description: 'Everything your role allows' },
  { value: 'read', label: 'Read only', description: 'Read suites, runs and monitors' },
  { value: 'spans', label: 'Send spans only', description: 'For the exporter of an agent' },
] as const;

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'No expiry', description: 'Valid until you revoke it' },
] as const;

interface KeyDraft {
  name: string;
  access: ApiKey['access'];
  lifetime: (typeof lifetimes)[number]['value'];
}

interface CreateKeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks for the properties of a key, then shows the new key once. */
export function CreateKeyDialog({ isOpen, onClose }: CreateKeyDialogProps) {
  const [key, setKey] = useState<string>();
  const organization = useOrgStore((state) => state.currentOrganization?.name);

  function close() {
    onClose();
    setKey(undefined);
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && close()}
      title={key === undefined ? 'Create API key' : 'Your new API key'}
      description={`For programs that act on your behalf in ${organization ?? 'this organization'}.`}
    >
      {key === undefined ? (
        <CreateKeyForm onCreated={setKey} />
      ) : (
        <ShownKey apiKey={key} onDone={close} />
      )}
    </Dialog>
  );
}

function CreateKeyForm({ onCreated }: { onCreated: (key: string) => void }) {
  const scope = useScope();
  const { draft, change, isDirty } = useDraft<KeyDraft>(() => ({
    name: '',
    access: 'full',
    lifetime: '90',
  }));
  const [mistake, setMistake] = useState<string>();
  const create = useChange({
    run: ({ name, access, lifetime }: KeyDraft) => {
      const expiresInDays = lifetime === 'never' ? null : Number(lifetime);
      return createApiKey(scope, { name: name.trim(), access, expiresInDays });
    },
    failure: 'Failed to create the API key. Please try again.',
    isProblemShown: true,
    onDone: (key) => onCreated(key),
  });

  function submit() {
    const isNameless = draft.name.trim() === '';
    setMistake(isNameless ? 'Enter a name that says what uses the key' : undefined);
    if (!isNameless) void create.start(draft);
  }

  return (
    <DialogForm
      submitLabel="Create key"
      isBusy={create.isPending}
      isDirty={isDirty}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        placeholder="GitHub Actions"
        autoComplete="off"
        maxLength={120}
        value={draft.name}
        error={mistake ?? create.problem}
        onChange={({ target }) => {
          change({ name: target.value });
          setMistake(undefined);
          create.reset();
        }}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label="Access"
          options={accessOptions}
          value={draft.access}
          onChange={(access) => change({ access })}
        />
        <Select
          label="Expires"
          options={lifetimes}
          value={draft.lifetime}
          onChange={(lifetime) => change({ lifetime })}
        />
      </div>
    </DialogForm>
  );
}

function ShownKey({ apiKey, onDone }: { apiKey: string; onDone: () => void }) {
  return (
    <>
      <DialogBody>
        <Alert tone="warning" title="Copy it now">
          It is not stored and will not be shown again.
        </Alert>
        <CopyField label="API key" value={apiKey} />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}
