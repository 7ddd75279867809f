import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { live } from '#/lib/live/live-connection.ts';
import { queryClient } from '#/lib/query-client.ts';
import { useScope } from '#/lib/session/scope.ts';
import { appendEvents, hasEnded, isBehind, type RunLog } from './run-log.ts';
import { noteRun, refreshRun, runLogQuery, runQuery } from './runs.queries.ts';

/**
 * Polling intervals in milliseconds. Without a socket, polling fetches the events. With a socket, it only makes up for a dead
 * connection.
 */
const pollWithoutSocketMs = 3000;
const pollWithSocketMs = 20_000;

/** Follows a run: reads its stored events, then adds new events as they arrive. Null follows nothing. */
export function useRunLog(runId: string | null) {
  const scope = useScope();
  const isLive = useSyncExternalStore(live.onState, () => live.state() === 'ready');
  const query = runLogQuery(scope, runId ?? '');
  const log = useQuery({
    ...query,
    enabled: runId !== null,
    refetchInterval: ({ state }) => {
      if (state.data?.isComplete) return false;
      return isLive ? pollWithSocketMs : pollWithoutSocketMs;
    },
  });
  const isWatching = runId !== null && log.data !== undefined && !log.data.isComplete;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is made of scope and runId
  useEffect(() => {
    if (!isWatching) return;
    const known = () => queryClient.getQueryData<RunLog>(query.queryKey);
    return live.watchRun({
      organizationId: scope.orgId,
      runId,
      after: () => known()?.cursor ?? 0,
      onEvents(run, events) {
        const before = known();
        if (!before) return;
        const after = appendEvents(before, events);
        queryClient.setQueryData(query.queryKey, after);
        noteRun(scope, run);
        if (isBehind(after, events)) {
          void queryClient.invalidateQueries({ queryKey: query.queryKey });
        }
      },
    });
  }, [scope, runId, isWatching]);

  const isComplete = runId !== null && log.data?.isComplete === true;
  useEffect(() => {
    if (!isComplete) return;
    const summary = queryClient.getQueryData(runQuery(scope, runId).queryKey);
    // A failure is ignored. The events are complete, and the next visit refreshes the summary.
    if (!summary || !hasEnded(summary)) refreshRun(scope, runId).catch(() => undefined);
  }, [scope, runId, isComplete]);

  return log;
}
