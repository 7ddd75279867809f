import { useState } from 'react';
import { useProof } from '#/features/account/use-proof.tsx';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { toast } from '#/ui/toast.ts';
import { removeSingleSignOn } from './single-sign-on.queries.ts';

export function RemoveSingleSignOn({ company }: { company: string }) {
  const scope = useScope();
  const [isAsking, setAsking] = useState(false);
  const { withProof, dialog } = useProof();

  async function remove(): Promise<boolean> {
    try {
      await removeSingleSignOn(scope);
    } catch (error) {
      const title = messageOr(error, 'Failed to remove single sign-on. Please try again.');
      toast({ variant: 'destructive', title });
      return false;
    }
    toast({ variant: 'success', title: 'Single sign-on removed' });
    return true;
  }

  return (
    <>
      <Button variant="danger" onClick={() => void withProof(async () => setAsking(true))}>
        Remove
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Remove single sign-on?"
        confirmLabel="Remove single sign-on"
        isDangerous
        onConfirm={remove}
      >
        Nobody will be able to sign in with {company} , and everybody who did is signed out.
        Sessions started with a password stay. People without a password can set one with “Forgot
        password”. You can set up single sign-on again later.
      </ConfirmDialog>
      {dialog}
    </>
  );
}
