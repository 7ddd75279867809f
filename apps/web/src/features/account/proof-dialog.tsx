import type { Proof } from '@parley/contract';
import { useState } from 'react';
import { PasswordField } from '#/features/access/password/password-field.tsx';
import { identity } from '#/lib/identity/current-identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { signOut } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogForm } from '#/ui/dialog-form.tsx';
import { DialogFooter } from '#/ui/dialog-frame.tsx';
import { useChange } from '#/ui/use-change.ts';

interface ProofDialogProps {
  /** Required method of proof; null while the dialog is closed. */
  method: Proof['method'] | null;
  onProven: () => void;
  onCancel: () => void;
}

/** Asks for a new proof of identity before a protected action. */
export function ProofDialog({ method, onProven, onCancel }: ProofDialogProps) {
  return (
    <Dialog
      isOpen={method !== null}
      onOpenChange={(next) => !next && onCancel()}
      title="Confirm it’s you"
      description={
        method === 'sign-in'
          ? 'You sign in with an external account. Sign in again, then come back within ten minutes.'
          : 'Enter your password. The confirmation is valid for ten minutes.'
      }
    >
      {method === 'sign-in' ? (
        <DialogFooter>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" onClick={() => void signOut()}>
            Sign in again
          </Button>
        </DialogFooter>
      ) : (
        <PasswordForm onProven={onProven} />
      )}
    </Dialog>
  );
}

function PasswordForm({ onProven }: Pick<ProofDialogProps, 'onProven'>) {
  const [password, setPassword] = useState('');
  const prove = useChange({
    run: () => identity.provePassword(password),
    failure: 'Failed to confirm your password. Please try again.',
    explain: (error) => ({ title: messageOf(error, 'login') }),
    isProblemShown: true,
    onDone: onProven,
    onFailed: () => setPassword(''),
  });

  return (
    <DialogForm
      submitLabel="Continue"
      isBusy={prove.isPending}
      // A password is quickly typed again.
      isDirty={false}
      isBlocked={password === ''}
      onSubmit={() => void prove.start()}
    >
      <PasswordField
        size="md"
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={prove.problem}
      />
    </DialogForm>
  );
}
