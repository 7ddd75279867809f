import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { useDialogClosing } from './dialog-closing.ts';
import { DialogBody, DialogFooter } from './dialog-frame.tsx';
import { Form } from './form.tsx';

export interface DialogFormProps {
  /** A problem of the whole form; fields show their own. */
  problem?: ReactNode;
  /** Label of the submit button. */
  submitLabel: string;
  isBusy: boolean;
  /** Something was entered that would be lost. */
  isDirty: boolean;
  /** True if the form cannot be submitted in its current state. */
  isBlocked?: boolean;
  /** What it does cannot be undone. */
  isDangerous?: boolean;
  onSubmit: () => void;
  /** The fields. */
  children: ReactNode;
}

/** The form in a dialog: its fields, its problems, and the buttons to submit or cancel. */
export function DialogForm(props: DialogFormProps) {
  const { problem, submitLabel, isBusy, isDirty, onSubmit, children } = props;
  const { isBlocked = false, isDangerous = false } = props;
  // What is on its way is not lost.
  const close = useDialogClosing(isDirty && !isBusy);
  return (
    <Form isBusy={isBusy} onSubmit={onSubmit} className="contents">
      <DialogBody>
        {problem && <Alert tone="danger">{problem}</Alert>}
        {children}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button
          type="submit"
          variant={isDangerous ? 'danger' : 'primary'}
          isLoading={isBusy}
          disabled={isBlocked}
        >
          {submitLabel}
        </Button>
      </DialogFooter>
    </Form>
  );
}
