/** Actions of the members screen. Each calls the store, reports the outcome in a toast and tracks it. */
import type { Invitation, Member } from '@parley/contract';
import { track } from '#/lib/track.ts';
import { toast } from '#/ui/toast.ts';
import * as store from './member-store.ts';
import type { AssignableRole } from './roles.ts';

export async function updateRole(member: Member, role: AssignableRole): Promise<boolean> {
  const isDone = await store.changeRole(member.id, role);
  if (!isDone) return failed('Failed to update member role. Please try again.');
  track('member_role_updated', { role });
  return succeeded('Role updated', 'Member role has been updated successfully');
}

export async function remove(
  member: Member,
  options?: { deletesAlertChannels: boolean },
): Promise<boolean> {
  const isDone = await store.removeMember(member.id, options);
  if (!isDone) return failed('Failed to remove member. Please try again.');
  track('member_removed');
  return succeeded('Member removed', 'Member has been removed from the organization');
}

/** Resends an invitation. A new role needs another invitation, which replaces the current one. */
export async function resend(invitation: Invitation, role = invitation.role): Promise<boolean> {
  const isDone = await (role === invitation.role
    ? store.resendInvitation(invitation.id)
    : store.invite(invitation.email, role));
  if (!isDone) return failed('Failed to resend invitation. Please try again.');
  track('invitation_resent');
  return succeeded('Invitation resent', `A new invitation is on its way to ${invitation.email}.`);
}

export async function withdraw(invitation: Invitation): Promise<boolean> {
  const isDone = await store.deleteInvitation(invitation.id);
  if (!isDone) return failed('Failed to delete invitation. Please try again.');
  track('invitation_deleted');
  return succeeded('Invitation deleted', `The invitation of ${invitation.email} has been deleted.`);
}

export async function invite(email: string, role: AssignableRole): Promise<boolean> {
  track('invite_attempted', { role });
  const isDone = await store.invite(email, role);
  if (!isDone) {
    track('invite_failed', { role });
    return failed('Failed to send invitation. Please try again.');
  }
  track('invite_sent', { role });
  return succeeded('Invitation sent', `An invitation is on its way to ${email}.`);
}

function succeeded(title: string, description: string): true {
  toast({ variant: 'success', title, description });
  return true;
}

function failed(title: string): false {
  toast({ variant: 'destructive', title, description: store.useMemberStore.getState().reason });
  return false;
}
