import { useEffect } from 'react';
import { live } from '#/lib/live/live-connection.ts';
import { useScope } from '#/lib/session/scope.ts';
import { noteRun } from './runs.queries.ts';

/** Keeps lists of runs up to date while they are on screen. */
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
