/** Refetches lists that runs have made outdated. Batches changes that arrive together. */
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { queryClient } from '#/lib/query-client.ts';

const gatherMs = 300;

const outdated = new Map<string, QueryKey>();

/** Marks a query as outdated. It is refetched a moment later, because many runs begin and end together. */
export function outdateSoon(queryKey: QueryKey): void {
  if (outdated.size === 0) setTimeout(outdateGathered, gatherMs);
  outdated.set(hashKey(queryKey), queryKey);
}

function outdateGathered(): void {
  const gathered = [...outdated.values()];
  outdated.clear();
  for (const queryKey of gathered) {
    const list = { queryKey, exact: true };
    // A pending request, perhaps for another page, finishes first. Its response may be older than the change.
    if (queryClient.isFetching(list) > 0) outdateSoon(queryKey);
    else void queryClient.invalidateQueries(list, { cancelRefetch: false });
  }
}
