import { useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useWhileShown } from '#/ui/use-while-shown.ts';

interface NameDialogProps {
  title: string;
  name: string;
  hint?: string;
  /** An empty name takes it away. */
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
  const done = useWhileShown(onClose);
  const [name, setName] = useState(props.name);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    if (!isOptional && name.trim() === '') return setProblem('Enter a name.');
    setIsBusy(true);
    try {
      await onSave(name.trim());
      done();
    } catch (error) {
      setProblem(messageOr(error, 'Failed to save the name'));
      setIsBusy(false);
    }
  }

  return (
    <FormDialog
      title={title}
      submitLabel="Save"
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={120}
        value={name}
        onChange={({ target }) => setName(target.value)}
        hint={hint}
        error={problem}
      />
    </FormDialog>
  );
}
