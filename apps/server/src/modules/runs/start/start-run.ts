/** Creates a queued run from a stored suite. The run keeps the text at that time, with the blocks of the library that it uses. */
import type { Body, runs } from '@parley/contract';
import {
  type ChannelConfiguration,
  missingChannel,
  type PlannedTest,
  type Problem,
  planRun,
  problemOfRule,
  type RunCounts,
  type Suite,
  spellCounts,
} from '@parley/suite';
import { inTransaction, type Scope, type WorkScope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { found } from '../../../platform/errors/found.ts';
import type { News } from '../../../platform/live/news.ts';
import { newId } from '../../../platform/security/ids.ts';
import { recordAudit } from '../../audit/audit.ts';
import { refuseRunBeyondQuota } from '../../billing/billing.ts';
import { type DeviceRow, holdDevice } from '../../devices/devices.ts';
import { chooseEnvironment } from '../../environments/environments.ts';
import { findUser } from '../../identity/identity.ts';
import { linkedSuite } from '../../libraries/libraries.ts';
import { refuseInactiveSubscription } from '../../organizations/organizations.ts';
import { findProject } from '../../projects/projects.ts';
import { findSuite, holdSuite, parsedSuite, type SuiteRow } from '../../suites/suites.ts';
import { tellRunsChanged } from '../log/run-news.ts';
import type { RunRow } from '../log/run-row.ts';
import { insertRuns, type RunInsert } from '../log/runs.queries.ts';
import { conversationsOf } from './conversations-of.ts';
import { needsOf, refuseUnready } from './missing-equipment.ts';

/** Maximum number of problems returned to the client. */
const problemsMax = 100;

/** Queues a run for a person or an API key. */
export function startRun(
  scope: Scope,
  news: News,
  suiteId: string,
  { tests, label, environment, repeat }: Body<typeof runs.startRun>,
): Promise<RunRow> {
  return inTransaction(scope, async (inside) => {
    const user = await findUser(inside.db, inside.actor.userId);
    const run = await queueRun(inside, news, suiteId, {
      trigger: scope.actor.apiKeyId === undefined ? 'manual' : 'api',
      selectedTests: tests ?? null,
      label: label ?? null,
      environment: environment ?? null,
      repeat: repeat ?? null,
      startedBy: inside.actor.userId,
      startedByName: user?.name ?? null,
    });
    await recordAudit(inside, { action: 'run.started', target: run.suiteName });
    return run;
  });
}

/** Queues a run. Refuses runs that cannot start. Call it in a transaction. */
export async function queueRun(
  scope: WorkScope,
  news: News,
  suiteId: string,
  start: RunStart,
): Promise<RunRow> {
  const stored = await findSuite(scope, suiteId);
  if (stored === undefined) throw new ApiError('not_found');
  const suite = await linkedSuite(scope, stored);
  await refuseInactiveSubscription(scope);
  // A run of a monitor starts anyway and ends with an error, so that history and alerts show what is missing.
  if (start.trigger !== 'monitor') await refuseUnready(scope, suite);
  const chosen = await chooseEnvironment(scope, suite.projectId, start.environment);
  const draft = draftRun(suite, { ...start, ...inEnvironment(chosen, start.environment) });
  // A monitored run starts while any quota is left. Otherwise the quota might never be used up, and only a used-up quota stops
  // monitors and sends the warning.
  const isWhole = start.trigger !== 'monitor';
  await refuseRunBeyondQuota(scope, suite.platform, isWhole ? draft.plannedInteractions : 0);
  // Lock the suite after the plan. All code that locks both uses this order, which prevents deadlocks.
  const { projectId } = found(await holdSuite(scope, suiteId));
  const project = await findProject(scope, projectId);
  const device = suite.deviceId === null ? undefined : await holdDevice(scope, suite.deviceId);
  const place = { id: newId(), projectId, projectName: project?.name ?? '', device };
  const [run] = await insertRuns(scope.db, [runOf(draft, place)]);
  await tellRunsChanged(news, scope.db, [found(run)]);
  return found(run);
}

/** Returns the environment columns of a run: an environment of its project, or only a label. */
export const inEnvironment = (
  chosen: { id: string; name: string } | undefined,
  label: string | null | undefined,
) => ({ environment: chosen?.name ?? label ?? null, environmentId: chosen?.id ?? null });

export type RunStart = Pick<RunRow, 'trigger' | 'selectedTests' | 'startedBy' | 'startedByName'> &
  Partial<Pick<RunRow, 'label' | 'environment' | 'environmentId' | 'repeat'>>;

/** Columns of a run that follow from its suite, before it gets an ID, a project and a device. */
export type RunDraft = Omit<
  RunInsert,
  'id' | 'projectId' | 'projectName' | 'device' | 'deviceId' | 'needs'
> & { plannedInteractions: number; channel: ChannelConfiguration | undefined };

/** Drafts a run of a suite whose text is linked. Refuses suites that cannot be run. */
export function draftRun(suite: SuiteRow, start: RunStart): RunDraft {
  const runnable = readRunnable(suite.source);
  const selected = start.selectedTests ?? undefined;
  const counts = countPlanned(runnable, selected);
  const plan = planRun(runnable, {
    ...(selected && { tests: selected }),
    repeat: start.repeat ?? undefined,
  });
  refuseRules(plan);
  return {
    ...start,
    organizationId: suite.organizationId,
    suiteId: suite.id,
    suiteName: suite.name,
    platform: suite.platform,
    source: suite.source,
    suiteRevision: suite.version,
    status: 'queued',
    counts: spellCounts(counts),
    conversations: conversationsOf(runnable, plan),
    channel: runnable.configuration.channel,
    plannedInteractions: countInteractions(runnable, selected),
  };
}

/** @throws ApiError `suite_not_runnable` if the repeat rule of a test can never reach a decision */
function refuseRules(plan: PlannedTest[]): void {
  for (const { test, repeat } of plan) {
    const problem = repeat && problemOfRule(repeat);
    if (!problem) continue;
    const { message, hint } = problem;
    throw new ApiError('suite_not_runnable', { message: `“${test.name}”: ${message}`, hint });
  }
}

interface RunPlacement {
  id: string;
  projectId: string;
  projectName: string;
  device: DeviceRow | undefined;
}

/** Returns the columns of a run, with a copy of its device and the number of the device's conversations that it needs. */
export function runOf(
  { conversations, channel, ...draft }: RunDraft,
  { device, ...place }: RunPlacement,
): RunInsert {
  const run = { ...draft, ...place, needs: needsOf(channel, device) };
  if (device === undefined) return run;
  const { id: deviceId, name, locale, settings } = device;
  return { ...run, conversations, deviceId, device: { name, locale, settings } };
}

/** Parses a text. Refuses texts with errors. */
export function readRunnable(source: string): Suite {
  const { suite, problems } = parsedSuite(source);
  return problems.some(({ severity }) => severity === 'error') ? refuseErrors(problems) : suite;
}

/** @throws ApiError `suite_invalid` that lists the errors among the problems */
export function refuseErrors(problems: Problem[]): never {
  const errors = problems.filter(({ severity }) => severity === 'error');
  throw new ApiError('suite_invalid', {
    message: 'The test suite has errors and cannot be run.',
    hint: 'Correct them in the editor first.',
    problems: errors.slice(0, problemsMax).map(({ line, column, message, hint }) => ({
      path: 'source',
      line,
      column,
      message,
      ...(hint && { hint }),
    })),
  });
}

function countInteractions(suite: Suite, selectedTests: string[] | undefined): number {
  return planRun(suite, selectedTests ? { tests: selectedTests } : {})
    .filter(({ mode }) => mode === 'run')
    .reduce((sum, { test }) => sum + test.interactions.length, 0);
}

/** Counts the planned tests of a run. Refuses a suite that has nothing to run. */
export function countPlanned(suite: Suite, selectedTests: string[] | undefined): RunCounts {
  if (suite.configuration.channel === undefined)
    throw new ApiError('suite_not_runnable', missingChannel(suite.configuration));
  const known = new Set(suite.tests.map(({ name }) => name));
  const unknown = selectedTests?.filter((name) => !known.has(name)) ?? [];
  if (unknown.length > 0)
    throw new ApiError('suite_not_runnable', {
      message: 'Some of the selected tests are no longer in the suite.',
      hint: 'Reload the test suite.',
      problems: unknown.map((name) => ({ path: 'tests', message: `There is no test “${name}”.` })),
    });
  const plan = planRun(suite, selectedTests ? { tests: selectedTests } : {});
  const pending = plan.filter(({ mode }) => mode === 'run').length;
  if (pending === 0)
    throw new ApiError('suite_not_runnable', {
      message: 'The test suite has no tests to run.',
      hint: suite.tests.length === 0 ? 'Add a test.' : 'All of its tests are skipped.',
    });
  const skipped = plan.length - pending;
  return { total: plan.length, passed: 0, failed: 0, error: 0, undecided: 0, skipped, pending };
}
