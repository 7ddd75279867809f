import { useEffect } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { live } from './live-connection.ts';
import { noteRun } from './runs.queries.ts';

/** Keeps lists of runs up to date while somebody looks at them: whoever started a run, and whenever. */
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
