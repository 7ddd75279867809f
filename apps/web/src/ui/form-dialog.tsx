import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogForm, type DialogFormProps } from './dialog-form.tsx';

interface FormDialogProps extends DialogFormProps {
  title: string;
  description?: string | undefined;
  widthPx?: number;
  /** Can be omitted if the dialog is only rendered while it is open. */
  isOpen?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that consists of one form. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, widthPx, isOpen = true, onClose, ...form } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      {...(description !== undefined && { description })}
      {...(widthPx !== undefined && { widthPx })}
    >
      <DialogForm {...form} />
    </Dialog>
  );
}
