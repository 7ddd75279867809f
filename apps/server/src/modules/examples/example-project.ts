/** Creates and removes the example project, which shows new users what Parley does. */
import { planAllowsMonitoring } from '@parley/contract';
import { inDeletion, inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/audit.ts';
import {
  beginExample,
  listExampleExplorations,
  removeExploration,
  startConversation,
} from '../explorations/explorations.ts';
import { findUser } from '../identity/identity.ts';
import { forgetAlertsOf, insertNewMonitors, useSlots } from '../monitoring/monitoring.ts';
import { findOrganization, lockTerms } from '../organizations/organizations.ts';
import {
  addToTotals,
  createProject,
  deleteEmptyProject,
  findExampleProject,
  findProjectNamed,
  type ProjectRow,
  setExample,
} from '../projects/projects.ts';
import { forgetInRuns, keepQuiet, queueRun, removeRunsOf } from '../runs/runs.ts';
import {
  changeMonitor,
  createSuite,
  listExamples,
  markExamples,
  removeSuite,
} from '../suites/suites.ts';
import { type ExampleSuite, examplePath, exampleSuites } from './example-suites.ts';

const projectName = 'Example project';

const dayMinutes = 1440;

/** Milliseconds between the slots of a monitor's first checks, which are all queued at the same time. */
const slotsApartMs = 1000;

/** Creates the example project with all of its parts or not at all. Returns an existing one unchanged. */
export function createExample(
  scope: Scope,
  { config, news }: Pick<Platform, 'config' | 'news'>,
): Promise<ProjectRow> {
  const { demoBotPort, suiteBytesMax: bytesMax } = config;
  if (demoBotPort === null)
    throw new ApiError('suite_not_runnable', {
      message: 'The example project needs the demo bot, which does not run on this installation.',
      hint: 'Connect your own bot in a test suite instead.',
    });
  return inTransaction(scope, async (inside) => {
    // If two requests arrive at once, the second one finds the project of the first.
    await lockTerms(inside);
    const known = await findExampleProject(inside);
    if (known) return known;
    const { id: projectId } = await createProject(inside, {
      name: await freeName(inside),
      description:
        'Look around: one test suite passes, one fails and one is flaky. It sends no alerts or emails.',
    });
    const { planId } = found(await findOrganization(inside));
    const suiteIds: string[] = [];
    for (const example of exampleSuites(demoBotPort)) {
      const { id } = await createSuite(inside, { ...example, projectId, bytesMax });
      const { alertWhen } = planAllowsMonitoring(planId) ? example : {};
      if (alertWhen)
        await changeMonitor(inside, id, {
          isMonitoring: true,
          schedule: { everyMinutes: dayMinutes, alertWhen },
        });
      await queueRuns(inside, news, id, { ...example, isMonitor: alertWhen !== undefined });
      suiteIds.push(id);
    }
    // The first runs can end before a worker looks for new monitors.
    await insertNewMonitors(inside.db);
    await markExamples(inside, suiteIds);
    await drawMap(inside, news, found(suiteIds[0]));
    const project = await setExample(inside, projectId, true);
    await recordAudit(inside, { action: 'example.created', target: project.name });
    return project;
  });
}

/** Finds a free name, because another project may already have the usual one. */
async function freeName(scope: Scope): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const name = nth === 1 ? projectName : `${projectName} ${nth}`;
    if (!(await findProjectNamed(scope, name))) return name;
  }
}

async function queueRuns(
  scope: Scope,
  news: Platform['news'],
  suiteId: string,
  { runs, isMonitor }: Pick<ExampleSuite, 'runs'> & { isMonitor: boolean },
): Promise<void> {
  const user = await findUser(scope.db, scope.actor.userId);
  const byPerson = {
    trigger: 'manual',
    selectedTests: null,
    startedBy: scope.actor.userId,
    startedByName: user?.name ?? null,
  } as const;
  const byMonitor = {
    trigger: 'monitor',
    selectedTests: null,
    startedBy: null,
    startedByName: null,
  } as const;
  const now = Date.now();
  for (let nth = 1; nth <= runs; nth += 1) {
    const run = await queueRun(scope, news, suiteId, isMonitor ? byMonitor : byPerson);
    const slot = new Date(now - (runs - nth) * slotsApartMs);
    await keepQuiet(scope, run.id, slot);
    if (isMonitor) await useSlots(scope.db, [{ suiteId, slot, outcome: 'run', runId: run.id }]);
  }
}

async function drawMap(scope: Scope, news: Platform['news'], suiteId: string): Promise<void> {
  const { id } = await beginExample(scope, { name: 'Example map', suiteId });
  const path = examplePath.map((text) => ({ kind: 'text' as const, text }));
  await startConversation(scope, news, id, path);
}

/**
 * Removes the unchanged example suites with their runs and incidents, and the example map. Deletes the project, or keeps it as
 * an ordinary one if it is not empty.
 *
 * @returns the number of suites that remain in the project
 */
export async function removeExample(
  scope: Scope,
  platform: Pick<Platform, 'news' | 'queue' | 'storage'>,
): Promise<number> {
  const { id: projectId } = found(await findExampleProject(scope));
  for (const id of await listExampleExplorations(scope))
    await removeExploration(scope, platform, id);
  const suiteIds = await listExamples(scope);
  await removeRunsOf(scope, platform, suiteIds);
  await forgetInRuns(scope.db, 'project', projectId);
  return inDeletion(scope, async (inside) => {
    await lockTerms(inside);
    // If two requests arrive at once, the second one finds no project and is refused.
    const { name } = found(await findExampleProject(inside));
    const unchanged = await listExamples(inside);
    await forgetAlertsOf(inside, unchanged);
    // Also remove the runs that were started in the meantime.
    await removeRunsOf(inside, platform, unchanged);
    for (const id of unchanged) await removeSuite(inside, id);
    await recordAudit(inside, { action: 'example.removed', target: name });
    return removeIfEmpty(inside, projectId);
  });
}

async function removeIfEmpty(scope: Scope, projectId: string): Promise<number> {
  await addToTotals(scope, { projects: -1 });
  if (await deleteEmptyProject(scope, projectId)) return 0;
  await addToTotals(scope, { projects: 1 });
  const { webchatSuites, phoneSuites } = await setExample(scope, projectId, false);
  return webchatSuites + phoneSuites;
}
