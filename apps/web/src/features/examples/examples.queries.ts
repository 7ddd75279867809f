/** Everything that this feature asks of the server. */
import { type BodyInput, examples, type RunSummary } from '@parley/contract';
import { outdateProjects } from '#/features/projects/project-store.ts';
import { noteRun } from '#/features/runs/runs.queries.ts';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

export async function runDemo(
  scope: OrganizationScope,
  body: BodyInput<typeof examples.runDemo>,
): Promise<RunSummary> {
  const run = await call(examples.runDemo, { params: scope, body });
  outdateProjects(scope.orgId);
  noteRun(scope, run);
  return run;
}
