/**
 * Cached lists of an organization, by the part that an endpoint changes (`changes` in the contract). The first entry of a
 * query key is its part. A store registers a function that reloads its list.
 */
import type { OrganizationPart } from '@parley/contract';
import { queryClient } from './query-client.ts';
import type { OrganizationScope } from './session/scope.ts';

/** The organization itself is part of the session, so it has no list. */
export type ListPart = Exclude<OrganizationPart, 'organization'>;

type ReadAgain = (scope: OrganizationScope) => Promise<void>;

const stores: Record<ListPart, ReadAgain[]> = { projects: [], suites: [], monitoring: [] };

/** Other parts that display the data of a part: projects show how many suites they contain, and monitors are suites. */
const shownWith: Record<ListPart, ListPart[]> = {
  projects: [],
  suites: ['projects', 'monitoring'],
  monitoring: [],
};

/** Registers the reload function of a store's list. */
export function whenOutdated(part: ListPart, readAgain: ReadAgain): void {
  stores[part].push(readAgain);
}

/** Refetches the active queries of a part. Inactive queries are refetched when they are next needed. */
async function outdateQueries(scope: OrganizationScope, part: ListPart): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [part, scope.orgId] });
}

/** Reloads everything that is cached for a changed part and for the parts that display its data. */
export async function readAgain(scope: OrganizationScope, part: ListPart): Promise<void> {
  const parts = [part, ...shownWith[part]];
  await Promise.all(
    parts.flatMap((one) => [...stores[one].map((read) => read(scope)), outdateQueries(scope, one)]),
  );
}
