import type { Member } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { reloadUser } from '#/lib/session/session.ts';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { remove } from './member-actions.ts';

interface RemoveMemberDialogProps {
  /** Null while it is closed. */
  member: Member | null;
  onClose: () => void;
}

export function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps) {
  const navigate = useNavigate();
  const ownEmail = useAuthStore(({ user }) => user?.email);
  const [shown, setShown] = useState(member);
  if (member && member !== shown) setShown(member);
  if (!shown) return null;
  const isSelf = shown.email.toLowerCase() === ownEmail?.toLowerCase();

  async function confirm(leaving: Member) {
    if (!(await remove(leaving)) || !isSelf) return;
    // They have left, whether or not the rest can be read now.
    await reloadUser().catch((error: unknown) => {
      console.warn('The user could not be reloaded.', error);
    });
    await navigate({ to: '/' });
  }

  return (
    <ConfirmDialog
      isOpen={member !== null}
      onOpenChange={onClose}
      title={isSelf ? 'Leave this organization?' : `Remove ${shown.name || shown.email}?`}
      confirmLabel={isSelf ? 'Leave' : 'Remove member'}
      isDangerous
      onConfirm={() => confirm(shown)}
    >
      {isSelf ? 'You lose' : `${shown.email} loses`} access to all projects, test suites and runs of
      this organization. This action cannot be undone.
    </ConfirmDialog>
  );
}
