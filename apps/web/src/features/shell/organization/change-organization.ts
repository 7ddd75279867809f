import { useProjectStore } from '#/features/projects/project-store.ts';
import { useSuiteList } from '#/features/suites/suite-list.store.ts';
import { switchOrganization, useOrgStore } from '#/lib/session/org-store.ts';
import { reloadUser } from '#/lib/session/session.ts';
import {
  needsOtherSignIn,
  takeWishedOrganization,
  useSignInAgain,
} from '#/lib/session/sign-in-again.ts';
import { track } from '#/lib/track.ts';
import { toast } from '#/ui/toast.ts';

/**
 * Makes another organization current and clears the selections of the previous one. If the session cannot open the
 * organization, asks the user to sign in again.
 * @returns true on success. A failure is only logged, and the current organization stays
 */
export async function changeOrganization(organizationId: string): Promise<boolean> {
  try {
    await switchOrganization(organizationId);
  } catch (error) {
    console.warn('Failed to switch the organization.', error);
    if (error instanceof Error && needsOtherSignIn(error.cause)) askToSignInAgain(organizationId);
    return false;
  }
  // The user has selected another organization meanwhile.
  if (useOrgStore.getState().currentOrganization?.id !== organizationId) return false;
  forgetSelection();
  track('organization_switched', { organizationId });
  return true;
}

/** Opens the organization for which the user has signed in again, if any. */
export async function openWishedOrganization(): Promise<void> {
  const id = takeWishedOrganization();
  if (id) await changeOrganization(id);
}

function askToSignInAgain(id: string): void {
  const { organizations } = useOrgStore.getState();
  const organization = organizations.find((one) => one.id === id);
  if (organization) useSignInAgain.setState({ organization });
}

/**
 * Switches to another organization of the user after the current one was not found, because the user was removed from it.
 * @returns true if the organization changed
 */
export async function leaveLostOrganization(): Promise<boolean> {
  const lost = useOrgStore.getState().currentOrganization;
  await reloadUser();
  if (!lost || useOrgStore.getState().currentOrganization?.id === lost.id) return false;
  forgetSelection();
  toast({ title: `You are not a member of ${lost.name} anymore` });
  return true;
}

function forgetSelection(): void {
  useProjectStore.getState().selectProject(null);
  useProjectStore.getState().setSearch('');
  useSuiteList.getState().setCurrentProject(null);
  useSuiteList.getState().reset();
}
