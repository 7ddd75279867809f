import type { Member } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { alertChannelsQuery } from '#/features/monitoring/monitoring.queries.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { reloadUser } from '#/lib/session/session.ts';
import { Checkbox } from '#/ui/checkbox.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { remove } from './member-actions.ts';

interface RemoveMemberDialogProps {
  /** Null while the dialog is closed. */
  member: Member | null;
  onClose: () => void;
}

export function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps) {
  const navigate = useNavigate();
  const ownEmail = useAuthStore(({ user }) => user?.email);
  const [shown, setShown] = useState(member);
  /** Id of the member whose alert channels are also deleted; undefined keeps them. */
  const [withChannels, setWithChannels] = useState<string>();
  const channels = useChannelsOf(member);
  if (member && member !== shown) setShown(member);
  if (!shown) return null;
  const isSelf = shown.email.toLowerCase() === ownEmail?.toLowerCase();

  async function confirm(leaving: Member) {
    if (!(await remove(leaving, { deletesAlertChannels: withChannels === leaving.id })) || !isSelf)
      return;
    // The user has left, even if the reload fails.
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
      {channels > 0 && (
        <Checkbox
          className="mt-3"
          label={`Also delete the ${inWords(channels)} ${isSelf ? 'you' : 'they'} added`}
          hint="Channels you keep continue to receive alerts."
          checked={withChannels === shown.id}
          onChange={({ target }) => setWithChannels(target.checked ? shown.id : undefined)}
        />
      )}
    </ConfirmDialog>
  );
}

const inWords = (channels: number) =>
  channels === 1 ? 'alert channel' : `${channels} alert channels`;

/** Returns the number of alert channels that a member added. */
function useChannelsOf(member: Member | null): number {
  const scope = useScope();
  const query = { ...alertChannelsQuery(scope), enabled: member !== null };
  const { data = [] } = useQuery(query, queryClient);
  return data.filter(({ createdBy }) => createdBy?.id === member?.id).length;
}
