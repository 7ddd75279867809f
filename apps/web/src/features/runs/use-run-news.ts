import { useEffect } from 'react';
import { live } from '#/lib/live/live-connection.ts';
import { useScope } from '#/lib/session/scope.ts';
import { noteRun } from './runs.queries.ts';

/** Keeps cached runs and lists of runs up to date while the component is mounted. */
export function useRunNews(): void {
  const scope = useScope();
  useEffect(
    () =>
      live.watchOrganization({
        organizationId: scope.orgId,
        onRun: (run) => noteRun(scope, run),
      }),
    [scope],
  );
}
