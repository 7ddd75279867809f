import type { Device } from '@parley/contract';
import { Pencil } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { renameDevice } from './devices.queries.ts';

/** The name of the page, changed where it stands: Enter keeps the new one, Escape the old. */
export function DeviceName({ device }: { device: Device }) {
  const scope = useScope();
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  // The button is back where the form was: the focus goes to it rather than to nowhere.
  const isOpen = draft !== null;
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  function close() {
    setDraft(null);
    setError(undefined);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const name = draft?.trim() ?? '';
    if (name === '') return setError('Enter a name.');
    if (name === device.name) return close();
    setIsSaving(true);
    try {
      await renameDevice(scope, device.id, name);
      close();
    } catch (failure) {
      setError(messageOr(failure, 'Failed to rename virtual device'));
    } finally {
      setIsSaving(false);
    }
  }

  if (draft === null) {
    return (
      <div className="flex items-center gap-1">
        <h1 className="min-w-0 break-words font-semibold text-ink text-xl">{device.name}</h1>
        <IconButton
          ref={opener}
          size="sm"
          label={`Rename ${device.name}`}
          tooltip="Rename"
          icon={<Pencil className="size-3.5" aria-hidden />}
          onClick={() => setDraft(device.name)}
        />
      </div>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void save(event)}
      className="mb-2 flex max-w-lg flex-wrap items-start gap-2"
    >
      <h1 className="sr-only">{device.name}</h1>
      <TextField
        className="min-w-0 flex-1 basis-56"
        label="Name"
        isLabelHidden
        autoFocus
        autoComplete="off"
        maxLength={120}
        value={draft}
        error={error}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      />
      <Button type="submit" variant="primary" isLoading={isSaving}>
        Rename
      </Button>
      <Button onClick={close}>Cancel</Button>
    </form>
  );
}
