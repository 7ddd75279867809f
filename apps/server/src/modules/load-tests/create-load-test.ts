/** Creates a queued load test from a suite and a profile. The test keeps the suite's text at that time. */
import type { Body, loadTests as endpoints } from '@parley/contract';
import { problemOfTests } from '@parley/engine';
import { peakUsers, planRun, type Suite, turnsPerSecondMax, withEnvironment } from '@parley/suite';
import { sql } from 'drizzle-orm';
import { inTransaction, type Scope, type WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import { newId } from '../../platform/security/ids.ts';
import { refuseRunBeyondQuota } from '../billing/billing.ts';
import { chooseEnvironment, withoutSecretValues } from '../environments/environments.ts';
import { areasBySetting, findUser } from '../identity/identity.ts';
import { linkedSuite } from '../libraries/libraries.ts';
import { refuseInactiveSubscription } from '../organizations/organizations.ts';
import { countPlanned, readRunnable } from '../runs/runs.ts';
import { findSuite, type SuiteRow } from '../suites/suites.ts';
import { queuedSharesTopic } from './load-news.ts';
import { freeTurnsPerSecond, type TargetProofs } from './load-target.ts';
import type { ListedLoadTest } from './load-test-row.ts';
import { countPromisedUsers, findLoadTest, insertLoadTest } from './load-tests.queries.ts';
import { targetHostOf } from './target-host.ts';

type Wish = Body<typeof endpoints.createLoadTest>;

/** Number of virtual users per share, unless that makes more than `sharesMax` shares. */
const usersPerShare = 10;
const sharesMax = 16;

export function createLoadTest(
  scope: Scope,
  { config, news }: Platform,
  proofs: TargetProofs,
  wish: Wish,
): Promise<ListedLoadTest> {
  return inTransaction(scope, async (inside) => {
    const user = found(await findUser(inside.db, inside.actor.userId));
    const isSwitchedOn = user.loadTestingEnabled ?? areasBySetting(config, user).loadTesting;
    if (!isSwitchedOn) throw new ApiError('load_testing_off');
    const suite = await linkedSuite(inside, found(await findSuite(inside, wish.suiteId)));
    await refuseInactiveSubscription(inside);
    await refuseRunBeyondQuota(inside, suite.platform);
    const { content, chosen } = await inEnvironment(inside, suite, wish.environment);
    countPlanned(content, wish.tests);
    refuseUnready(content, wish.tests);
    const target = targetHostOf(content, wish.tests);
    const { host } = target;
    const isProven = await proofs.isNoted(inside, target);
    await refuseBeyondLimits(inside, wish, content, {
      host,
      isProven,
      usersMax: config.loadUsersMax,
    });
    const peak = peakUsers(wish.profile);
    const id = newId();
    await insertLoadTest(inside, {
      id,
      suiteId: suite.id,
      name: wish.name,
      suiteName: suite.name,
      source: suite.source,
      selectedTests: wish.tests ?? null,
      environment: chosen?.name ?? wish.environment ?? null,
      environmentId: chosen?.id ?? null,
      environmentVersion: chosen?.version ?? null,
      targetHost: host,
      isTargetProven: isProven,
      profile: wish.profile,
      thinkTimeMs: wish.thinkTimeMs,
      thresholds: wish.thresholds,
      peakUsers: peak,
      shares: Math.min(sharesMax, Math.ceil(peak / usersPerShare)),
      status: 'queued',
      startedBy: user.id,
      startedByName: user.name,
    });
    await news.publish(inside.db, queuedSharesTopic);
    return found(await findLoadTest(inside, id));
  });
}

/** Reads a suite with the environment of its project that has the given name, without the values of secrets. */
export async function inEnvironment(
  scope: WorkScope,
  { projectId, source }: Pick<SuiteRow, 'projectId' | 'source'>,
  name: string | undefined,
) {
  const chosen = await chooseEnvironment(scope, projectId, name);
  const suite = readRunnable(source);
  const content = chosen ? withEnvironment(suite, withoutSecretValues(chosen)) : suite;
  return { content, chosen };
}

/** Refuses a test that would send the name of a value instead of the value. */
function refuseUnready(suite: Suite, names: string[] | undefined): void {
  const problem = problemOfTests(suite, names);
  if (!problem) return;
  const { message, hint } = problem;
  throw new ApiError('suite_not_runnable', { message, ...(hint && { hint }) });
}

interface Limits {
  host: string;
  isProven: boolean;
  usersMax: number;
}

/**
 * Refuses a test beyond the limits. Starts are serialized, so concurrent ones cannot exceed a limit together. Unproven load of
 * other organizations on a host does not block a start, because the host's request budget limits all of it (host-paces.ts).
 */
async function refuseBeyondLimits(
  scope: Scope,
  { profile, thinkTimeMs, tests }: Wish,
  suite: Suite,
  { host, isProven, usersMax }: Limits,
): Promise<void> {
  await scope.db.execute(sql`select pg_advisory_xact_lock(hashtext('load-tests'))`);
  const promised = await countPromisedUsers(scope, host);
  const users = peakUsers(profile);
  const free = usersMax - Math.max(promised.ofOrganization, promised.onHost);
  if (users > free)
    throw new ApiError('load_limit', {
      message: `${users.toLocaleString('en-US')} virtual users are more than the ${Math.max(0, free).toLocaleString('en-US')} that are free now.`,
    });
  if (isProven) return;
  const turns = turnsPerSecondMax(profile, thinkTimeMs, turnsMax(suite, tests));
  if (turns > freeTurnsPerSecond) throw new ApiError('target_not_proven');
  if (promised.onHost > 0 || promised.unprovenOfOrganization > 0)
    throw new ApiError('load_limit', {
      message: 'Another load test is using this host, and nobody has proven that they control it.',
      hint: 'Wait until it has finished, or prove that you control the host.',
    });
}

/**
 * Returns the number of turns of the longest conversation; infinite if a conversation can jump between steps and so repeat
 * them.
 */
function turnsMax(suite: Suite, names: string[] | undefined): number {
  const lengths = planRun(suite, names ? { tests: names } : {})
    .filter(({ mode }) => mode === 'run')
    .map(({ test: { interactions } }) => {
      const mayGoBack = interactions.some(({ branches }) =>
        branches.some(({ to }) => to.kind === 'goto'),
      );
      return mayGoBack ? Number.POSITIVE_INFINITY : interactions.length;
    });
  return Math.max(...lengths);
}
