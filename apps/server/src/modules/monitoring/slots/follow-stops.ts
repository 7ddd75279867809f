/**
 * Detects that monitors of an organization cannot run, or that a planned end is near, and emails owners and administrators: in
 * advance, at the start and at the end. Notices are recorded in the row of the stop in the same transaction, so no email is
 * sent twice, however many workers run this.
 */
import type { StopReason } from '@parley/contract';
import { inTransaction, type WorkScope, workScope } from '../../../platform/database/scope.ts';
import { eachByItself } from '../../../platform/outbox/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { markUsedUpTold, type RunQuota } from '../../billing/billing.ts';
import { lockTerms } from '../../organizations/organizations.ts';
import { openStopAlert, resolveStopAlerts } from '../alerts/alerts.queries.ts';
import { changesOf, isNews, type StopChanges } from '../stops/stop-changes.ts';
import { announcement, resumedMail, stopMail, tellOwners } from '../stops/stop-mails.ts';
import { stopReasonOf } from '../stops/stop-reason-of.ts';
import {
  announceStop,
  beginStop,
  endStop,
  forgetAnnouncement,
  listActiveMonitors,
  planAnew,
  readStopFacts,
  type StopFacts,
} from '../stops/stops.queries.ts';

type Follower = Pick<Platform, 'db' | 'mail' | 'config' | 'log'>;

/** Sends notices about stops. Failures are logged and retried next time, and do not affect other organizations. */
export async function followStops(follower: Follower): Promise<void> {
  const all = await readStopFacts(follower.db);
  await eachByItself(
    all.filter((facts) => isNews(changesOf(facts))),
    ({ organizationId }) => followOne(follower, organizationId),
    ({ organizationId }, error) =>
      follower.log.error({ err: error, organizationId }, 'A stop of monitoring could not be told'),
  );
}

/** @returns true if the notice that monitoring stopped also tells the owners that this quota is used up */
export async function tellsOfStop(scope: WorkScope, kind: RunQuota): Promise<boolean> {
  const [facts] = await readStopFacts(scope.db, scope.organizationId);
  if (facts === undefined) return false;
  return facts.active.some((each) => stopReasonOf(each, facts.terms, facts.usedUp) === kind);
}

async function followOne(follower: Follower, organizationId: string): Promise<void> {
  const logged: (() => void)[] = [];
  await inTransaction(workScope(follower.db, organizationId), async (scope) => {
    await lockTerms(scope);
    // Read again: with the organization locked, nobody changes its terms.
    const [facts] = await readStopFacts(scope.db, organizationId);
    if (facts === undefined) return;
    const changes = changesOf(facts);
    await announce(follower, scope, facts, changes, logged);
    for (const reason of changes.begun) await begin(follower, scope, facts, reason, logged);
    await end(follower, scope, facts, changes, logged);
  });
  for (const log of logged) log();
}

async function announce(
  follower: Follower,
  scope: WorkScope,
  { name, terms, usedUp }: StopFacts,
  { announced, isCalledOff }: StopChanges,
  logged: (() => void)[],
): Promise<void> {
  if (isCalledOff) await forgetAnnouncement(scope);
  if (announced === null) return;
  await announceStop(scope, announced);
  const suites = await namesOf(scope, (kind) => stopReasonOf(kind, terms, usedUp) === undefined);
  const { edition } = follower.config;
  await tellOwners(follower, scope, announcement(name, terms, announced, suites, edition));
  logged.push(() =>
    follower.log.warn(
      { organizationId: scope.organizationId, endsAt: announced, monitors: suites.length },
      'Monitoring will stop',
    ),
  );
}

async function begin(
  follower: Follower,
  scope: WorkScope,
  { name, terms, usedUp, endsAt, now }: StopFacts,
  reason: StopReason,
  logged: (() => void)[],
): Promise<void> {
  const since = reason === 'locked' && endsAt !== null && endsAt < now ? endsAt : now;
  await beginStop(scope, reason, since);
  await openStopAlert(scope, { organizationName: name, reason, since });
  if (reason === 'interactions' || reason === 'callMinutes')
    await markUsedUpTold(scope, reason, terms);
  const suites = await namesOf(scope, (kind) => stopReasonOf(kind, terms, usedUp) === reason);
  const { edition } = follower.config;
  await tellOwners(follower, scope, stopMail(name, terms, { reason, since }, suites, edition));
  logged.push(() =>
    follower.log.warn(
      { organizationId: scope.organizationId, reason, monitors: suites.length },
      'Monitoring has stopped',
    ),
  );
}

/** Ends stops. Sends nothing about monitors that another reason still stops. */
async function end(
  follower: Follower,
  scope: WorkScope,
  { name, terms, usedUp }: StopFacts,
  { over }: StopChanges,
  logged: (() => void)[],
): Promise<void> {
  if (over.length === 0) return;
  const reasons = over.map(({ reason }) => reason);
  for (const { id } of over) await endStop(scope, id);
  await resolveStopAlerts(scope, reasons);
  if (over.some(({ reason }) => reason === 'locked' || reason === 'plan')) await planAnew(scope);
  const isOverFor = ({ platform, isCustom }: { platform: string; isCustom: boolean }) =>
    over.some(
      ({ reason }) =>
        (reason !== 'schedule' || isCustom) && (reason !== 'callMinutes' || platform === 'phone'),
    );
  const suites = await namesOf(
    scope,
    (kind) => isOverFor(kind) && stopReasonOf(kind, terms, usedUp) === undefined,
  );
  logged.push(() =>
    follower.log.info(
      { organizationId: scope.organizationId, reasons, monitors: suites.length },
      'Monitoring has resumed',
    ),
  );
  if (suites.length === 0) return;
  const began = over.map(({ stoppedAt }) => stoppedAt?.getTime() ?? Date.now());
  await tellOwners(follower, scope, resumedMail(name, new Date(Math.min(...began)), suites));
}

async function namesOf(
  scope: WorkScope,
  isMeant: (kind: Awaited<ReturnType<typeof listActiveMonitors>>[number]) => boolean,
): Promise<string[]> {
  return (await listActiveMonitors(scope)).filter(isMeant).map(({ name }) => name);
}
