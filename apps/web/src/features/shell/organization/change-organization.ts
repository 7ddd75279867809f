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
 * Makes another organization current and forgets what was selected in the one before. True when that
 * worked; a failure is only logged, and the present organization stays. Where the sign-in does not open
 * it, people are asked for another one.
 */
export async function changeOrganization(organizationId: string): Promise<boolean> {
  try {
    await switchOrganization(organizationId);
  } catch (error) {
    console.warn('Failed to switch the organization.', error);
    if (error instanceof Error && needsOtherSignIn(error.cause)) askToSignInAgain(organizationId);
    return false;
  }
  // Another was chosen before this one was there.
  if (useOrgStore.getState().currentOrganization?.id !== organizationId) return false;
  forgetSelection();
  track('organization_switched', { organizationId });
  return true;
}

/** What somebody has signed in again for. */
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
 * After the current organization was not found: whoever was removed from it goes on where they belong
 * now. True when that is elsewhere.
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
