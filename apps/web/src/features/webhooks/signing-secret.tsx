import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { CopyField } from '#/ui/copy-field.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';

interface SigningSecretProps {
  secret: string;
  /** True if the previous secret stays in use for a while. */
  isRotated?: boolean;
  onClose: () => void;
}

/** Shows the secret of a webhook, which is not shown again. */
export function SigningSecret({ secret, isRotated = false, onClose }: SigningSecretProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Signing secret"
      description="Your receiver uses it to verify that messages come from Parley."
    >
      <DialogBody>
        <Alert tone="warning" title="Copy it now">
          It will not be shown again.
        </Alert>
        <CopyField label="Secret" value={secret} />
        {isRotated && (
          <p className="text-ink-muted text-sm">
            For 24 hours, messages are signed with both the new and the previous secret.
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
