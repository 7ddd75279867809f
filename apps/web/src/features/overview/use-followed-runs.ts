import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { live } from '#/lib/live/live-connection.ts';
import { useScope } from '#/lib/session/scope.ts';

const gatherMs = 2000;

/** Refreshes the displayed data shortly after runs end, at most once every few seconds. */
export function useFollowedRuns(): void {
  const scope = useScope();
  const queries = useQueryClient();
  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined;
    const readSoon = () => {
      due ??= setTimeout(() => {
        due = undefined;
        void queries.invalidateQueries({ queryKey: ['overview', scope.orgId] });
      }, gatherMs);
    };
    const stop = live.watchOrganization({
      organizationId: scope.orgId,
      onRun: ({ finishedAt }) => finishedAt && readSoon(),
      onChanged: (part) => part !== 'organization' && readSoon(),
    });
    return () => {
      clearTimeout(due);
      stop();
    };
  }, [scope, queries]);
}
