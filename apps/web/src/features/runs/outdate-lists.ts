/** Refetches lists that are outdated by changes of runs, batching changes that arrive together. */
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { queryClient } from '#/lib/query-client.ts';

const gatherMs = 300;

const outdated = new Map<string, QueryKey>();

/** Marks a query as outdated. Changes within a short time are batched, because many runs begin and end together. */
export function outdateSoon(queryKey: QueryKey): void {
  if (outdated.size === 0) setTimeout(outdateGathered, gatherMs);
  outdated.set(hashKey(queryKey), queryKey);
}

function outdateGathered(): void {
  const gathered = [...outdated.values()];
  outdated.clear();
  for (const queryKey of gathered) {
    const list = { queryKey, exact: true };
    // What is on its way, perhaps a further page, arrives first; it may be from before the change.
    if (queryClient.isFetching(list) > 0) outdateSoon(queryKey);
    else void queryClient.invalidateQueries(list, { cancelRefetch: false });
  }
}
