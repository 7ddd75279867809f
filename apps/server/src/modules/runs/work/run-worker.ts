/**
 * Takes runs and carries them out, several at a time. A queued run is a row: nothing else has to be
 * kept in step with it. News say when one was queued, and to which
 * worker first (wake-up.ts); the sweep finds what the news missed.
 */
import { createJudge, type Equipment, missingEquipment, type PhoneSettings } from '@parley/engine';
import type { PaceOf } from '../../../platform/egress/host-paces.ts';
import type { OrganizationEgress } from '../../../platform/egress/organization-egress.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  listWorkers,
  newLeaseOwner,
  sayLacks,
  type WorkerPresence,
} from '../../../platform/presence.ts';
import { runTopic } from '../log/run-news.ts';
import type { ClaimedRun } from '../log/run-row.ts';
import { claimRuns, removeIdleTurns } from './claim-runs.ts';
import { endOverdueRuns } from './end-overdue-runs.ts';
import { type Execution, executeRun, isGone, type StopReason } from './execute-run.ts';
import { expireAllLeases, handOver, leaseMs, renewLeases, sweepExpired } from './leases.ts';
import { wakeUp } from './wake-up.ts';

/** Also how soon a cancelled run stops whose news got lost. */
const renewEveryMs = 2000;

const sweepEveryMs = 5000;

/** No run is left to a worker that was silent for so long; each says every 5 s that it is there. */
const workerSilentS = 12;

/** Reads the whole queue. */
const overdueEveryMs = 60_000;

/** How long short runs may take to end before a worker that stops hands them over. */
const endTimeoutMs = 5000;

export interface RunWorker {
  close(): Promise<void>;
}

interface RunAtWork {
  attempt: number;
  /** When the worker last knew that nobody else has it. */
  renewedAt: number;
  signal: AbortSignal;
  stop(reason: StopReason): void;
  ended: Promise<void>;
}

export interface RunWorkerOptions {
  /** Without it no calls are placed. */
  phone?: PhoneSettings;
  /** Without it nobody waits for a host. */
  paceOf?: PaceOf;
}

export async function startRunWorker(
  platform: Platform,
  egressOf: OrganizationEgress,
  { phone, paceOf }: RunWorkerOptions = {},
): Promise<RunWorker> {
  const { db, news, log, pool, storage, config } = platform;
  const owner = newLeaseOwner(platform);
  const execution: Execution = {
    db,
    news,
    log,
    pool,
    owner,
    egressOf,
    paceOf,
    storage,
    browser: config.browser,
    phone,
    judge: config.judge ? createJudge(config.judge) : undefined,
  };
  const atWork = new Map<string, RunAtWork>();
  let lacks: Equipment[] = [];
  let workers: WorkerPresence[] = [];
  let isRenewing = false;
  let isClosing = false;
  let isFilling = false;
  let isWanted = false;

  /** Takes runs until the slots or the runs are used up. A call while it is at work makes it look again. */
  async function fillSlots(): Promise<void> {
    isWanted = true;
    if (isFilling) return;
    isFilling = true;
    try {
      while (isWanted) {
        isWanted = false;
        await takeRuns();
      }
    } catch (error) {
      log.warn({ err: error }, 'No run could be taken at the moment');
    } finally {
      isFilling = false;
    }
  }

  async function takeRuns(): Promise<void> {
    while (!isClosing && atWork.size < config.runSlots) {
      const places = config.runSlots - atWork.size;
      const isLastShared = config.runSlots > 1;
      const taken = await claimRuns(db, news, { owner, places, isLastShared, lacks });
      for (const run of taken) begin(run);
      if (taken.length === 0) return;
    }
  }

  function begin(run: ClaimedRun): void {
    const stopping = new AbortController();
    const { signal } = stopping;
    const stop = (reason: StopReason) => stopping.abort(reason);
    const unsubscribe = news.subscribe(runTopic(run.id), {
      onNews: (payload) => payload === 'cancel' && stop('cancelled'),
    });
    const ended = executeRun(execution, run, signal)
      .catch((error) => log.error({ err: error, runId: run.id }, 'A run was dropped'))
      .finally(() => {
        unsubscribe();
        // One that was lost may be back here by now, in another attempt.
        if (atWork.get(run.id) === taken) atWork.delete(run.id);
        void fillSlots();
      });
    const { attempt } = run;
    const taken: RunAtWork = { attempt, renewedAt: Date.now(), signal, stop, ended };
    atWork.set(run.id, taken);
    // The click may have come before this worker listened.
    if (run.cancelRequestedAt !== null) stop('cancelled');
  }

  /** One at a time: two would lock the same rows in different orders. */
  async function renew(): Promise<void> {
    if (isRenewing) return;
    isRenewing = true;
    try {
      await renewAll();
    } finally {
      isRenewing = false;
    }
  }

  /** Those that were dropped are left to the sweep, which gives them to somebody. */
  async function renewAll(): Promise<void> {
    const asked = [...atWork].filter(([, { signal }]) => !isGone(signal));
    if (asked.length === 0) return;
    const askedAt = Date.now();
    const ids = asked.map(([id]) => id);
    const held = new Map((await renewLeases(db, owner, ids)).map((run) => [run.id, run]));
    for (const [id, taken] of asked) {
      const mine = held.get(id);
      if (mine?.attempt === taken.attempt) taken.renewedAt = askedAt;
      else if (atWork.get(id) === taken) taken.stop('lease-lost');
      if (mine?.isCancelRequested) taken.stop('cancelled');
    }
  }

  /** Whatever is still said about them would be refused, and their bots be talked to twice. */
  function dropOverdue(): void {
    for (const taken of atWork.values())
      if (Date.now() - taken.renewedAt >= leaseMs) taken.stop('lease-lost');
  }

  /** What is missing may be installed meanwhile, and what was there taken away. */
  async function lookForEquipment(): Promise<void> {
    lacks = await missingEquipment({ browser: config.browser, phone });
    await sayLacks(platform, lacks);
    workers = await listWorkers(db, workerSilentS);
  }

  async function sweep(): Promise<void> {
    try {
      await sweepExpired(platform);
      await removeIdleTurns(db);
    } finally {
      await fillSlots();
    }
  }

  const lookAfter = (act: () => Promise<void>) =>
    act().catch((error) => log.warn({ err: error }, 'Runs were not looked after'));
  const every = (ms: number, act: () => Promise<void>) => setInterval(() => lookAfter(act), ms);
  const timers = [
    every(renewEveryMs, async () => {
      dropOverdue();
      await renew();
    }),
    every(sweepEveryMs, lookForEquipment),
    every(sweepEveryMs, sweep),
    every(overdueEveryMs, () => endOverdueRuns(platform)),
  ];

  // Before anything is taken: another worker may have what this one lacks.
  await lookAfter(lookForEquipment);
  if (platform.databaseKind === 'embedded') await expireAllLeases(db);
  const unsubscribe = wakeUp({
    db,
    news,
    processId: platform.processId,
    workers: () => workers,
    hasPlace: () => atWork.size < config.runSlots,
    look: () => void fillSlots(),
    onError: (error) => log.warn({ err: error }, 'Queued runs could not be passed on'),
  });
  await lookAfter(() => endOverdueRuns(platform));
  await lookAfter(sweep);

  return {
    async close() {
      isClosing = true;
      unsubscribe();
      const ends = Promise.all([...atWork.values()].map(({ ended }) => ended));
      await Promise.race([ends, new Promise((resolve) => setTimeout(resolve, endTimeoutMs))]);
      for (const timer of timers) clearInterval(timer);
      for (const { stop } of atWork.values()) stop('handed-over');
      await Promise.all([...atWork.values()].map(({ ended }) => ended));
      await handOver(db, news, owner);
    },
  };
}
