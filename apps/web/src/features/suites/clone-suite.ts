import type { SuiteSummary } from '@parley/contract';
import { messageOr } from '#/lib/message-or.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';
import { toast } from '#/ui/toast.ts';
import { useSuiteList } from './suite-list.store.ts';
import { cloneSuite } from './suites.queries.ts';

/** Clones a suite and inserts the copy after the original in the list. */
export async function cloneInPlace(scope: OrganizationScope, suite: SuiteSummary): Promise<void> {
  try {
    const copy = await cloneSuite(scope, suite.id);
    useSuiteList.getState().addSuite(copy, suite.id);
    toast({ variant: 'success', title: `“${copy.name}” was created` });
  } catch (error) {
    const title = messageOr(error, 'Failed to clone test suite');
    toast({ variant: 'destructive', title });
  }
}
