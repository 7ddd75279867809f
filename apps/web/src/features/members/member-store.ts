/**
 * What administrators do with members and invitations. Each call reloads the organization and answers
 * true; a failure is kept in `error` and answers false.
 */
import { organizations as endpoints } from '@parley/contract';
import { create } from 'zustand';
import { call } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { reloadOrganization } from '#/lib/session/org-store.ts';
import { type OrganizationScope, readScope } from '#/lib/session/scope.ts';
import type { AssignableRole } from './roles.ts';

interface MemberState {
  isLoading: boolean;
  error: string | null;
}

export const useMemberStore = create<MemberState>(() => ({ isLoading: false, error: null }));

export function invite(email: string, role: AssignableRole): Promise<boolean> {
  return change('Failed to send invitation', (params) =>
    call(endpoints.invite, { params, body: { email, role } }),
  );
}

export function changeRole(memberId: string, role: AssignableRole): Promise<boolean> {
  return change('Failed to update role', (scope) =>
    call(endpoints.changeMemberRole, { params: { ...scope, memberId }, body: { role } }),
  );
}

export function removeMember(memberId: string): Promise<boolean> {
  return change('Failed to remove member', (scope) =>
    call(endpoints.removeMember, { params: { ...scope, memberId } }),
  );
}

export function resendInvitation(invitationId: string): Promise<boolean> {
  return change('Failed to resend invitation', (scope) =>
    call(endpoints.resendInvitation, { params: { ...scope, invitationId } }),
  );
}

export function deleteInvitation(invitationId: string): Promise<boolean> {
  return change('Failed to delete invitation', (scope) =>
    call(endpoints.deleteInvitation, { params: { ...scope, invitationId } }),
  );
}

async function change(
  failure: string,
  act: (scope: OrganizationScope) => Promise<unknown>,
): Promise<boolean> {
  const scope = readScope();
  if (!scope) {
    useMemberStore.setState({ error: 'No authenticated user or organization found' });
    return false;
  }
  useMemberStore.setState({ isLoading: true, error: null });
  try {
    await act(scope);
  } catch (error) {
    useMemberStore.setState({ isLoading: false, error: messageOr(error, failure) });
    return false;
  }
  // What was asked for is done, whether or not it can be read back now.
  await reloadOrganization().catch((error) => {
    console.warn('The organization could not be reloaded.', error);
  });
  useMemberStore.setState({ isLoading: false });
  return true;
}
