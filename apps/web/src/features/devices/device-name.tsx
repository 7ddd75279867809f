import type { Device } from '@parley/contract';
import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Form } from '#/ui/form.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { renameDevice } from './devices.queries.ts';

/** Page title with the name of the device, which can be edited in place: Enter saves, Escape cancels. */
export function DeviceName({ device }: { device: Device }) {
  const scope = useScope();
  const [draft, setDraft] = useState<string | null>(null);
  const [mistake, setMistake] = useState<string>();
  const rename = useChange({
    run: (name: string) => renameDevice(scope, device.id, name),
    failure: 'Failed to rename virtual device',
    isProblemShown: true,
    onDone: close,
  });
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  // The button has replaced the form again, so it gets the focus that the form had.
  const isOpen = draft !== null;
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  function close() {
    setDraft(null);
    setMistake(undefined);
    rename.reset();
  }

  function save() {
    const name = draft?.trim() ?? '';
    setMistake(name === '' ? 'Enter a name.' : undefined);
    if (name === '') rename.reset();
    else if (name === device.name) close();
    else void rename.start(name);
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
    <Form
      isBusy={rename.isPending}
      onSubmit={save}
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
        error={mistake ?? rename.problem}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      />
      <Button type="submit" variant="primary" isLoading={rename.isPending}>
        Rename
      </Button>
      <Button onClick={close}>Cancel</Button>
    </Form>
  );
}
