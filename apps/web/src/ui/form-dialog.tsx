import type { FormEvent, ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  description?: string | undefined;
  widthPx?: number;
  /** Why it could not be done. */
  problem?: string | undefined;
  /** What the button says that does it. */
  submitLabel: string;
  isBusy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A window with a form: fields, what is wrong, and the buttons that do it or leave it. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, widthPx, problem, submitLabel, isBusy, children } = props;
  function submit(event: FormEvent) {
    event.preventDefault();
    props.onSubmit();
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={title}
      {...(description !== undefined && { description })}
      {...(widthPx !== undefined && { widthPx })}
    >
      <form onSubmit={submit} noValidate className="contents">
        <DialogBody>
          {problem && <Alert tone="danger">{problem}</Alert>}
          {children}
        </DialogBody>
        <DialogFooter>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isLoading={isBusy}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
