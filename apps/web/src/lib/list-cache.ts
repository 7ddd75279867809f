/**
 * Cached data of an organization, by the parts that endpoints change according to the contract
 * (`changes`). Queries have their part as the first entry of their key; a list in a store registers
 * a function that reloads it.
 */
import type { OrganizationPart } from '@parley/contract';
import { queryClient } from './query-client.ts';
import type { OrganizationScope } from './session/scope.ts';

/** The organization itself is in the session, not among the lists. */
export type ListPart = Exclude<OrganizationPart, 'organization'>;

type ReadAgain = (scope: OrganizationScope) => Promise<void>;

const stores: Record<ListPart, ReadAgain[]> = { projects: [], suites: [], monitoring: [] };

/** Parts that display data of another part: a project shows how many suites it contains, and monitors are suites. */
const shownWith: Record<ListPart, ListPart[]> = {
  projects: [],
  suites: ['projects', 'monitoring'],
  monitoring: [],
};

/** Registers the reload function of a store's list. */
export function whenOutdated(part: ListPart, readAgain: ReadAgain): void {
  stores[part].push(readAgain);
}

/** Reloads the queries of a part that are on screen, and the others when they are needed. */
async function outdateQueries(scope: OrganizationScope, part: ListPart): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [part, scope.orgId] });
}

/** Reloads everything cached for a part after it has changed, and for the parts that display its data. */
export async function readAgain(scope: OrganizationScope, part: ListPart): Promise<void> {
  const parts = [part, ...shownWith[part]];
  await Promise.all(
    parts.flatMap((one) => [...stores[one].map((read) => read(scope)), outdateQueries(scope, one)]),
  );
}
