import { identity as endpoints } from '@parley/contract';
import { useState } from 'react';
import { call } from '#/lib/api.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { signOut } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { useChange } from '#/ui/use-change.ts';
import { DeletionConsequences } from './deletion-consequences.tsx';
import { useProof } from './use-proof.tsx';

export function DeleteAccountCard() {
  const user = useAuthStore((state) => state.user);
  const [isAsking, setIsAsking] = useState(false);
  const { withProof, dialog } = useProof();
  const remove = useChange({
    run: async (id: string) => {
      await call(endpoints.deleteUser, { params: { id } });
      await signOut();
    },
    failure: 'Failed to delete your account. Please try again.',
  });
  if (!user) return null;

  return (
    <Card
      title="Delete account"
      subtitle="Organizations where you are the only member are deleted, too"
    >
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        Delete my account
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Delete your account?"
        confirmLabel="Delete my account"
        isDangerous
        onConfirm={() => withProof(async () => void (await remove.start(user.id)))}
      >
        <p className="mb-2">{user.email} is deleted. This action cannot be undone.</p>
        {isAsking && <DeletionConsequences />}
      </ConfirmDialog>
      {dialog}
    </Card>
  );
}
