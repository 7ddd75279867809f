import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { live } from '#/lib/live/live-connection.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useScope } from '#/lib/session/scope.ts';
import { appendEvents } from './exploration-log.ts';
import { explorationLogQuery, noteExploration } from './explorations.queries.ts';

/**
 * Poll intervals in milliseconds. Without a socket, polling fetches the events. With a socket, it only makes up for a dead
 * connection.
 */
const pollMs = { withoutSocket: 2000, withSocket: 20_000 };

/** Follows an exploration: reads its stored events, then adds new events as they arrive. */
export function useExplorationLog(explorationId: string) {
  const scope = useScope();
  const isLive = useSyncExternalStore(live.onState, () => live.state() === 'ready');
  const query = explorationLogQuery(scope, explorationId);
  const log = useQuery({
    ...query,
    refetchInterval: isLive ? pollMs.withSocket : pollMs.withoutSocket,
  });
  const isWatching = log.data !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is made of scope and explorationId
  useEffect(() => {
    if (!isWatching) return;
    const known = () => queryClient.getQueryData(query.queryKey);
    return live.watchExploration({
      organizationId: scope.orgId,
      explorationId,
      after: () => known()?.cursor ?? 0,
      onEvents(exploration, events) {
        noteExploration(scope, exploration);
        const before = known();
        if (!before) return;
        const after = appendEvents(before, events);
        queryClient.setQueryData(query.queryKey, after);
        if ((events.at(-1)?.seq ?? 0) > after.cursor) {
          void queryClient.invalidateQueries({ queryKey: query.queryKey });
        }
      },
    });
  }, [scope, explorationId, isWatching]);

  return log;
}
