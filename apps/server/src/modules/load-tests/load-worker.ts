/**
 * Takes shares of load tests and holds their conversations in this process. Once a second it renews
 * its leases and writes down what was measured, in one transaction for all shares.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadProgress, runLoadShare } from '@parley/engine';
import { parseSuite } from '@parley/suite';
import { workScope } from '../../platform/database/scope.ts';
import { storable } from '../../platform/database/storable.ts';
import type { PaceOf } from '../../platform/egress/host-paces.ts';
import type { OrganizationEgress, PinnedHost } from '../../platform/egress/organization-egress.ts';
import type { Platform } from '../../platform/platform.ts';
import { newLeaseOwner } from '../../platform/presence.ts';
import { findQuotaUsedUp } from '../billing/billing.ts';
import {
  type ClaimedShare,
  claimShare,
  expireAllShares,
  handOverShares,
  isSame,
  leaseMs,
  listStopped,
  renewAndReport,
  type ShareNews,
  sweepShares,
} from './load-leases.ts';
import { queuedSharesTopic, stopTopic } from './load-news.ts';
import { createTargetProofs } from './load-target.ts';
import { stopBeyondQuota } from './stop-load-test.ts';
import { type TargetHost, targetHostOf } from './target-host.ts';

const renewEveryMs = 1000;

/** Totals and evidence are larger than a second's sample, so they are written less often. */
const resultEverySeconds = 2;

const sweepEveryMs = 2000;

/** After each share, so that the shares of a test reach all workers that are free. */
const claimPauseMs = 60;

export interface LoadWorker {
  close(): Promise<void>;
}

interface ShareAtWork {
  claimed: ClaimedShare;
  stop: AbortController;
  ended: Promise<void>;
  /** What was not written down yet. */
  unwritten: Pick<ShareNews, 'samples' | 'result' | 'isDone'>;
}

export async function startLoadWorker(
  platform: Platform,
  egressOf: OrganizationEgress,
  paceOf?: PaceOf,
): Promise<LoadWorker> {
  const { db, news, log, config } = platform;
  const owner = newLeaseOwner(platform);
  const proofs = createTargetProofs(config, egressOf);
  const userAgent = `Parley-load-test (+mailto:${config.supportEmail})`;
  const atWork = new Set<ShareAtWork>();
  let renewedAt = Date.now();
  let isClosing = false;
  let isTaking = false;
  let isWanted = false;

  async function takeShares(): Promise<void> {
    isWanted = true;
    if (isTaking) return;
    isTaking = true;
    try {
      while (isWanted && !isClosing) {
        isWanted = false;
        for (;;) {
          const claimed = isClosing ? undefined : await claimShare(db, owner);
          if (claimed === undefined) break;
          begin(claimed);
          await sleep(claimPauseMs);
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'No share of a load test could be taken at the moment');
    } finally {
      isTaking = false;
    }
  }

  function begin(claimed: ClaimedShare): void {
    const stop = new AbortController();
    const unsubscribe = news.subscribe(stopTopic(claimed.loadTestId), {
      onNews: () => stop.abort('stopped'),
    });
    const share: ShareAtWork = {
      claimed,
      stop,
      unwritten: { samples: [], isDone: false },
      ended: Promise.resolve(),
    };
    const takeDown = ({ sample, totals, failures }: LoadProgress) => {
      share.unwritten.samples.push(sample);
      if (sample.second % resultEverySeconds === 0)
        share.unwritten.result = { totals: totals(), failures: failures() };
    };
    share.ended = hold(claimed, stop.signal, takeDown, share).finally(unsubscribe);
    atWork.add(share);
    renewedAt = atWork.size === 1 ? Date.now() : renewedAt;
  }

  async function hold(
    { test, share, startInMs }: ClaimedShare,
    signal: AbortSignal,
    takeDown: (progress: LoadProgress) => void,
    { unwritten }: ShareAtWork,
  ): Promise<void> {
    let last: LoadProgress | undefined;
    try {
      const { suite } = parseSuite(test.source);
      const scope = workScope(db, test.organizationId);
      const target = targetHostOf(suite, test.selectedTests);
      // If the proof cannot be checked, the host is paced as an unproven one.
      const proven = await proofs.provenAddresses(scope, target).catch(() => null);
      if (proven === null)
        log.info(
          { loadTestId: test.id, host: target.host },
          'A load test is held to the free rate',
        );
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
    } catch (error) {
      log.error({ err: error, loadTestId: test.id }, 'A share of a load test failed inside');
    }
    unwritten.isDone = !signal.aborted || signal.reason === 'stopped';
  }

  /** One at a time: a slow database is not asked twice. */
  let writing: Promise<void> = Promise.resolve();
  function write(): Promise<void> {
    writing = writing.then(writeDown).catch((error) => {
      log.warn({ err: error }, 'What load tests measured could not be stored; it is tried again');
      if (Date.now() - renewedAt > leaseMs) for (const share of atWork) drop(share);
    });
    return writing;
  }

  /** What it still has to say is void: the sweep gives the share to somebody, and says so. */
  function drop(share: ShareAtWork): void {
    share.stop.abort('lease-lost');
    atWork.delete(share);
  }

  async function writeDown(): Promise<void> {
    if (atWork.size === 0) return;
    const told = new Map(
      [...atWork].map((share) => {
        const { samples, result, isDone } = share.unwritten;
        const news: ShareNews = {
          loadTestId: share.claimed.loadTestId,
          share: share.claimed.share,
          attempt: share.claimed.attempt,
          samples: [...samples],
          ...(result && { result: { ...result, failures: storable([...result.failures]) } }),
          isDone,
        };
        return [share, news] as const;
      }),
    );
    const held = await renewAndReport(db, owner, [...told.values()]);
    renewedAt = Date.now();
    for (const [share, news] of told) {
      share.unwritten.samples.splice(0, news.samples.length);
      // Done, or somebody else has it by now.
      if (!held.some((mine) => isSame(mine, news))) drop(share);
    }
    const stopped = new Set(await listStopped(db, [...told.keys()].map(testOf)));
    for (const share of atWork) if (stopped.has(testOf(share))) share.stop.abort('stopped');
    await stopWhereUsedUp();
  }

  /** Nothing was set aside for load tests: they go on while something is left. */
  async function stopWhereUsedUp(): Promise<void> {
    const byOrganization = Map.groupBy(atWork, ({ claimed }) => claimed.test.organizationId);
    for (const [organizationId, shares] of byOrganization) {
      const scope = workScope(db, organizationId);
      const usedUp = await findQuotaUsedUp(scope, 'webchat');
      if (usedUp === undefined) continue;
      const ids = new Set(shares.map(testOf));
      for (const id of ids) await stopBeyondQuota(scope, news, id, usedUp.message);
      for (const share of shares) share.stop.abort('stopped');
    }
  }

  const every = (ms: number, act: () => Promise<void>) =>
    setInterval(
      () =>
        void act().catch((error) => log.warn({ err: error }, 'Load tests were not looked after')),
      ms,
    );
  const timers = [
    every(renewEveryMs, write),
    every(sweepEveryMs, async () => {
      await sweepShares(db, news);
      await takeShares();
    }),
  ];
  if (platform.databaseKind === 'embedded') await expireAllShares(db);
  const unsubscribe = news.subscribe(queuedSharesTopic, {
    onNews: () => void takeShares(),
    onGap: () => void takeShares(),
  });
  await sweepShares(db, news);
  void takeShares();

  return {
    async close() {
      isClosing = true;
      unsubscribe();
      for (const timer of timers) clearInterval(timer);
      for (const { stop } of atWork) stop.abort('handed-over');
      await Promise.all([...atWork].map(({ ended }) => ended));
      await write();
      await handOverShares(db, news, owner).catch((error) =>
        log.warn({ err: error }, 'Shares of load tests could not be handed over'),
      );
    },
  };
}

/** Loaded is what was proven, also when the name leads elsewhere by then. */
const pinnedTo = ({ hostname }: TargetHost, addresses: string[]): PinnedHost => ({
  host: hostname,
  addresses,
});

const testOf = ({ claimed }: ShareAtWork) => claimed.loadTestId;
