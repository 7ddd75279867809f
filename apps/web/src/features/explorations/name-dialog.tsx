import { useState } from 'react';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';

interface NameDialogProps {
  title: string;
  name: string;
  hint?: string;
  /** True if the name can be empty, which removes it. */
  isOptional?: boolean;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a name. */
export function NameDialog({
  title,
  hint,
  isOptional,
  onSave,
  onClose,
  ...props
}: NameDialogProps) {
  const [name, setName] = useState(props.name);
  const [isMissing, setIsMissing] = useState(false);
  const save = useChange({
    run: () => onSave(name.trim()),
    failure: 'Failed to save the name',
    isProblemShown: true,
    onDone: onClose,
  });

  function submit() {
    const isNameless = !isOptional && name.trim() === '';
    setIsMissing(isNameless);
    if (isNameless) save.reset();
    else void save.start();
  }

  return (
    <FormDialog
      title={title}
      submitLabel="Save"
      isBusy={save.isPending}
      isDirty={name !== props.name}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={120}
        value={name}
        onChange={({ target }) => setName(target.value)}
        hint={hint}
        error={isMissing ? 'Enter a name.' : save.problem}
      />
    </FormDialog>
  );
}
