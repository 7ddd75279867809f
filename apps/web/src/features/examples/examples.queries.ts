/** Server requests for examples. */
import { type BodyInput, examples, type RunSummary } from '@parley/contract';
import { noteRun } from '#/features/runs/runs.queries.ts';
import { call } from '#/lib/api.ts';
import { readAgain } from '#/lib/list-cache.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

export async function runDemo(
  scope: OrganizationScope,
  body: BodyInput<typeof examples.runDemo>,
): Promise<RunSummary> {
  const run = await call(examples.runDemo, { params: scope, body });
  // The sidebar may not show the project yet.
  void readAgain(scope, 'suites');
  noteRun(scope, run);
  return run;
}
