import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import {
  DialogBody,
  DialogFooter,
  dialogPopupClass,
  dialogVeilClass,
  dialogViewportClass,
} from './dialog-frame.tsx';
import { useOpener } from './use-opener.ts';

interface ConfirmDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** Consequences of the action, with a note if it cannot be undone. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  /** If it returns a promise, the dialog stays open until it settles, and after it resolves to `false`. */
  onConfirm: () => unknown;
}

export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDangerous = false,
  onConfirm,
}: ConfirmDialogProps) {
  const [isWaiting, setIsWaiting] = useState(false);
  const opener = useOpener();

  async function confirm() {
    setIsWaiting(true);
    try {
      if ((await onConfirm()) !== false) onOpenChange(false);
    } finally {
      setIsWaiting(false);
    }
  }

  return (
    <Base.Root open={isOpen} onOpenChange={(next) => !isWaiting && onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={dialogVeilClass} />
        <Base.Viewport className={dialogViewportClass}>
          <Base.Popup
            initialFocus={() => {
              opener.note();
              return true;
            }}
            finalFocus={opener.isThere}
            className={dialogPopupClass}
            style={{ maxWidth: 420 }}
          >
            <DialogBody className="gap-2 pt-5">
              <Base.Title className="font-semibold text-ink text-lg">{title}</Base.Title>
              <Base.Description render={<div />} className="text-ink-muted text-sm">
                {children}
              </Base.Description>
            </DialogBody>
            <DialogFooter>
              <Base.Close render={<Button aria-disabled={isWaiting || undefined} />}>
                {cancelLabel}
              </Base.Close>
              <Button
                variant={isDangerous ? 'danger' : 'primary'}
                isLoading={isWaiting}
                onClick={() => void confirm()}
              >
                {confirmLabel}
              </Button>
            </DialogFooter>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
