import type { Proof } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { PasswordField } from '#/features/access/password/password-field.tsx';
import { identity } from '#/lib/identity/current-identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { signOut } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';

interface ProofDialogProps {
  /** Method of the proof; null while none is needed. */
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
        <PasswordForm onProven={onProven} onCancel={onCancel} />
      )}
    </Dialog>
  );
}

function PasswordForm({ onProven, onCancel }: Pick<ProofDialogProps, 'onProven' | 'onCancel'>) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);

  async function prove(event: FormEvent) {
    event.preventDefault();
    setIsAsking(true);
    setProblem(undefined);
    try {
      await identity.provePassword(password);
      onProven();
    } catch (error) {
      setProblem(messageOf(error, 'login'));
      setPassword('');
    } finally {
      setIsAsking(false);
    }
  }

  return (
    <form className="contents" onSubmit={(event) => void prove(event)} noValidate>
      <DialogBody>
        <PasswordField
          size="md"
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={problem}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isLoading={isAsking} disabled={password === ''}>
          Continue
        </Button>
      </DialogFooter>
    </form>
  );
}
