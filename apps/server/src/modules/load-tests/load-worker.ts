/**
 * Claims shares of load tests and holds their conversations in this process. Once a second, renews its leases and stores the
 * measurements, in one transaction for all shares.
 */
import { type LoadProgress, runLoadShare } from '@parley/engine';
import { type Failure, parseSuite, type Suite, withEnvironment } from '@parley/suite';
import { type WorkScope, workScope } from '../../platform/database/scope.ts';
import { storable } from '../../platform/database/storable.ts';
import type { PaceOf } from '../../platform/egress/host-paces.ts';
import type { OrganizationEgress, PinnedHost } from '../../platform/egress/organization-egress.ts';
import {
  type HeldWork,
  type LeasedWorker,
  startLeasedWork,
} from '../../platform/leased-work/leased-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { newLeaseOwner } from '../../platform/presence.ts';
import { findQuotaUsedUp } from '../billing/billing.ts';
import { openValues } from '../environments/environments.ts';
import {
  type ClaimedShare,
  claimShare,
  handOverShares,
  isSame,
  listStopped,
  renewAndReport,
  type ShareNews,
  shareLease,
  sweepShares,
} from './load-leases.ts';
import { queuedSharesTopic, stopTopic } from './load-news.ts';
import { createTargetProofs } from './load-target.ts';
import type { LoadTestRow } from './load-test-row.ts';
import { stopBeyondQuota } from './stop-load-test.ts';
import { type TargetHost, targetHostOf } from './target-host.ts';

const renewEveryMs = 1000;

/** Totals and failed conversations are larger than a second's sample, so they are written less often. */
const resultEverySeconds = 2;

const sweepEveryMs = 2000;

/** Pause after claiming a share, so that the shares of a test spread over all free workers. */
const claimPauseMs = 60;

interface Share {
  claimed: ClaimedShare;
  /** Measurements that are not stored yet. */
  unwritten: Pick<ShareNews, 'samples' | 'result' | 'isDone' | 'whyLost'>;
}

type ShareAtWork = HeldWork<Share, 'stopped'>;

export async function startLoadWorker(
  platform: Platform,
  egressOf: OrganizationEgress,
  paceOf?: PaceOf,
): Promise<LeasedWorker> {
  const { db, news, log, config } = platform;
  const owner = newLeaseOwner(platform);
  const proofs = createTargetProofs(config, egressOf);
  const userAgent = `Parley-load-test (+mailto:${config.supportEmail})`;

  async function carryOut({ claimed: share, signal, stop }: ShareAtWork): Promise<void> {
    const { claimed, unwritten } = share;
    const unsubscribe = news.subscribe(stopTopic(claimed.loadTestId), {
      onNews: () => stop('stopped'),
    });
    const takeDown = ({ sample, totals, failures }: LoadProgress) => {
      unwritten.samples.push(sample);
      if (sample.second % resultEverySeconds === 0)
        unwritten.result = { totals: totals(), failures: failures() };
    };
    try {
      await hold(share, signal, takeDown);
    } catch (error) {
      // What the share measured so far must not pass for all of it.
      if (!signal.aborted) unwritten.whyLost = 'A worker failed while it held a part of the test.';
      throw error;
    } finally {
      unwritten.isDone = !signal.aborted || signal.reason === 'stopped';
      unsubscribe();
    }
  }

  async function hold(
    { claimed: { test, share, startInMs }, unwritten }: Share,
    signal: AbortSignal,
    takeDown: (progress: LoadProgress) => void,
  ): Promise<void> {
    let last: LoadProgress | undefined;
    const scope = workScope(db, test.organizationId);
    const opened = await openSuite(scope, config.secret, test);
    if (!opened.suite) {
      unwritten.whyLost = opened.failure.message;
      return;
    }
    const { suite } = opened;
    const target = targetHostOf(suite, test.selectedTests);
    // If the proof cannot be checked, pace the host as an unproven one.
    const proven = await proofs.provenAddresses(scope, target).catch(() => null);
    if (proven === null)
      log.info({ loadTestId: test.id, host: target.host }, 'A load test is held to the free rate');
    const pinned = Array.isArray(proven) ? pinnedTo(target, proven) : undefined;
    const totals = await runLoadShare({
      suite,
      ...(test.selectedTests && { tests: test.selectedTests }),
      profile: test.profile,
      thinkTimeMs: test.thinkTimeMs,
      isPaced: proven === null,
      pace: paceOf?.(scope),
      share,
      shares: test.shares,
      startInMs,
      egress: await egressOf(scope, pinned),
      host: test.targetHost,
      userAgent,
      signal,
      onSecond(progress) {
        last = progress;
        takeDown(progress);
      },
    });
    unwritten.result = { totals, failures: last?.failures() ?? [] };
  }

  /** Stores the measurements while renewing the leases. Measurements of lost shares are dropped. */
  async function writeDown(asked: readonly ShareAtWork[]): Promise<ShareAtWork[]> {
    const told = new Map(asked.map((share) => [share, newsOf(share.claimed)]));
    const held = await renewAndReport(db, owner, [...told.values()]);
    for (const [{ claimed }, { samples }] of told)
      claimed.unwritten.samples.splice(0, samples.length);
    return asked.filter((share) => {
      const news = told.get(share);
      return news !== undefined && held.some((mine) => isSame(mine, news));
    });
  }

  async function stopWhereWanted(atWork: readonly ShareAtWork[]): Promise<void> {
    const stopped = new Set(await listStopped(db, [...new Set(atWork.map(testOf))]));
    for (const share of atWork) if (stopped.has(testOf(share))) share.stop('stopped');
    await stopWhereUsedUp(atWork);
  }

  /** Stops the tests of organizations without quota. Load tests have no reservation: they continue while quota is left. */
  async function stopWhereUsedUp(atWork: readonly ShareAtWork[]): Promise<void> {
    const byOrganization = Map.groupBy(
      atWork,
      ({ claimed: { claimed } }) => claimed.test.organizationId,
    );
    for (const [organizationId, shares] of byOrganization) {
      const scope = workScope(db, organizationId);
      const usedUp = await findQuotaUsedUp(scope, 'webchat');
      if (usedUp === undefined) continue;
      const ids = new Set(shares.map(testOf));
      for (const id of ids) await stopBeyondQuota(scope, news, id, usedUp.message);
      for (const share of shares) share.stop('stopped');
    }
  }

  return startLeasedWork<Share, 'stopped'>({
    name: 'load-tests',
    db,
    log,
    lease: shareLease,
    isAlone: platform.databaseKind === 'embedded',
    renewEveryMs,
    sweepEveryMs,
    claimPauseMs,
    async claim() {
      const claimed = await claimShare(db, owner);
      return claimed === undefined ? [] : [{ claimed, unwritten: { samples: [], isDone: false } }];
    },
    carryOut,
    renew: writeDown,
    // The last measurements of a share, and its end, are written with the next renewal.
    settlesByRenewal: true,
    sweep: () => sweepShares(db, news),
    handOver: () => handOverShares(db, news, owner),
    listen: ({ look }) => news.subscribe(queuedSharesTopic, { onNews: look, onGap: look }),
    chores: [{ everyMs: renewEveryMs, act: stopWhereWanted }],
    about: ({ claimed }) => ({ loadTestId: claimed.loadTestId }),
    texts: {
      notClaimed: 'No share of a load test could be taken at the moment',
      broken: 'A share of a load test failed inside',
      notRenewed: 'What load tests measured could not be stored; it is tried again',
      notSwept: 'Load tests were not looked after',
      notHandedOver: 'Shares of load tests could not be handed over',
    },
  });
}

/** Parses the suite of a load test and fills in its environment, or returns the reason why that is not possible. */
async function openSuite(
  scope: WorkScope,
  secret: string,
  { source, environment: name, environmentId, environmentVersion: version }: LoadTestRow,
): Promise<{ suite: Suite } | { failure: Failure; suite?: undefined }> {
  const { suite } = parseSuite(source);
  if (environmentId === null || suite.configuration.syntax !== 2) return { suite };
  const opened = await openValues(scope, secret, {
    environmentId,
    name,
    version,
    work: 'load test',
    whyChanged: 'after the load test was created, so it would use other values',
  });
  return opened.environment ? { suite: withEnvironment(suite, opened.environment) } : opened;
}

function newsOf({ claimed, unwritten }: Share): ShareNews {
  const { loadTestId, share, attempt } = claimed;
  const { samples, result, isDone, whyLost } = unwritten;
  return {
    loadTestId,
    share,
    attempt,
    samples: [...samples],
    ...(result && { result: { ...result, failures: storable([...result.failures]) } }),
    isDone,
    ...(whyLost !== undefined && { whyLost }),
  };
}

/** Pins a host to its proven addresses, even if the name resolves to others later. */
const pinnedTo = ({ hostname }: TargetHost, addresses: string[]): PinnedHost => ({
  host: hostname,
  addresses,
});

const testOf = ({ claimed: { claimed } }: ShareAtWork) => claimed.loadTestId;
