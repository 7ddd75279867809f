/**
 * Actions of administrators on members and invitations. Each one reloads the organization and resolves to true. A failure is
 * stored in `error` and resolves to false.
 */
import { organizations as endpoints } from '@parley/contract';
import { create } from 'zustand';
import { ApiRequestError, call } from '#/lib/api.ts';
import { reloadOrganization } from '#/lib/session/org-store.ts';
import { type OrganizationScope, readScope } from '#/lib/session/scope.ts';
import type { AssignableRole } from './roles.ts';

interface MemberState {
  isLoading: boolean;
  error: string | null;
  /** Reason of the failure, in the server's words if there are any. */
  reason: string | undefined;
}

export const useMemberStore = create<MemberState>(() => ({
  isLoading: false,
  error: null,
  reason: undefined,
}));

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

export function removeMember(
  memberId: string,
  { deletesAlertChannels = false } = {},
): Promise<boolean> {
  return change('Failed to remove member', (scope) =>
    call(endpoints.removeMember, {
      params: { ...scope, memberId },
      query: deletesAlertChannels ? { alertChannels: 'delete' } : {},
    }),
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
    const error = 'No authenticated user or organization found';
    useMemberStore.setState({ error, reason: undefined });
    return false;
  }
  useMemberStore.setState({ isLoading: true, error: null, reason: undefined });
  try {
    await act(scope);
  } catch (error) {
    const reason = error instanceof ApiRequestError ? error.detail : undefined;
    useMemberStore.setState({ isLoading: false, error: reason ?? failure, reason });
    return false;
  }
  // The change has succeeded, even if the reload fails.
  await reloadOrganization().catch((error) => {
    console.warn('The organization could not be reloaded.', error);
  });
  useMemberStore.setState({ isLoading: false });
  return true;
}
