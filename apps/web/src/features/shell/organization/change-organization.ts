import { useProjectStore } from '#/features/projects/project-store.ts';
import { useSuiteList } from '#/features/suites/suite-list.store.ts';
import { switchOrganization } from '#/lib/session/org-store.ts';
import { track } from '#/lib/track.ts';

/**
 * Makes another organization current and forgets what was selected in the one before. True when that
 * worked; a failure is only logged, and the present organization stays.
 */
export async function changeOrganization(organizationId: string): Promise<boolean> {
  try {
    await switchOrganization(organizationId);
  } catch (error) {
    console.warn('The organization could not be switched.', error);
    return false;
  }
  useProjectStore.getState().selectProject(null);
  useProjectStore.getState().setSearch('');
  useSuiteList.getState().setCurrentProject(null);
  useSuiteList.getState().reset();
  track('organization_switched', { organizationId });
  return true;
}
