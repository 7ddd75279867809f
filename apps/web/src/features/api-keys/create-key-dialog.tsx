import { type FormEvent, useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { CopyField } from '#/ui/copy-field.tsx';
import { Dialog, DialogBody, DialogFooter } from '#/ui/dialog.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { createApiKey } from './api-keys.queries.ts';

const accessOptions = [
  { value: 'full', label: 'Full access', description: 'Everything your role allows' },
  { value: 'read', label: 'Read only', description: 'Read suites, runs and monitors' },
] as const;

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'No expiry', description: 'Valid until you revoke it' },
] as const;

interface CreateKeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks for what the key is, then shows it: this once. */
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
        <CreateKeyForm onCreated={setKey} onCancel={close} />
      ) : (
        <ShownKey apiKey={key} onDone={close} />
      )}
    </Dialog>
  );
}

interface CreateKeyFormProps {
  onCreated: (key: string) => void;
  onCancel: () => void;
}

function CreateKeyForm({ onCreated, onCancel }: CreateKeyFormProps) {
  const scope = useScope();
  const [name, setName] = useState('');
  const [access, setAccess] = useState<'full' | 'read'>('full');
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]['value']>('90');
  const [error, setError] = useState<string>();
  const [isCreating, setIsCreating] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isCreating) return;
    if (name.trim() === '') return setError('Enter a name that says what uses the key');
    setIsCreating(true);
    const expiresInDays = lifetime === 'never' ? null : Number(lifetime);
    try {
      onCreated(await createApiKey(scope, { name: name.trim(), access, expiresInDays }));
    } catch (failure) {
      setError(messageOr(failure, 'Failed to create the API key. Please try again.'));
      setIsCreating(false);
    }
  }

  return (
    <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
      <DialogBody>
        <TextField
          label="Name"
          placeholder="GitHub Actions"
          autoComplete="off"
          maxLength={120}
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Select label="Access" options={accessOptions} value={access} onChange={setAccess} />
          <Select label="Expires" options={lifetimes} value={lifetime} onChange={setLifetime} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isLoading={isCreating}>
          Create key
        </Button>
      </DialogFooter>
    </form>
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
