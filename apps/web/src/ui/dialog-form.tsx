import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { useDialogClosing } from './dialog-closing.ts';
import { DialogBody, DialogFooter } from './dialog-frame.tsx';
import { Form } from './form.tsx';

export interface DialogFormProps {
  /** A problem with the whole form. Fields show their own problems. */
  problem?: ReactNode;
  /** Label of the submit button. */
  submitLabel: string;
  isBusy: boolean;
  /** True if there is input that would be lost. */
  isDirty: boolean;
  /** True if the form cannot be submitted in its current state. */
  isBlocked?: boolean;
  /** True if the action cannot be undone. */
  isDangerous?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form in a dialog: its fields, a problem, and the buttons to cancel or submit. */
export function DialogForm(props: DialogFormProps) {
  const { problem, submitLabel, isBusy, isDirty, onSubmit, children } = props;
  const { isBlocked = false, isDangerous = false } = props;
  // Input that is being sent is not lost.
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
