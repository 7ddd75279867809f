/**
 * Claims runs and executes several at a time. A queued run is just a row, so nothing else has to be kept consistent with it. A
 * notification announces when a run was queued and which worker should look first (wake-up.ts); the sweep finds runs whose
 * notification was lost.
 */
import { type Equipment, missingEquipment, type PhoneSettings } from '@parley/engine';
import type { PaceOf } from '../../../platform/egress/host-paces.ts';
import type { OrganizationEgress } from '../../../platform/egress/organization-egress.ts';
import {
  type HeldWork,
  type LeasedWorker,
  startLeasedWork,
} from '../../../platform/leased-work/leased-work.ts';
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
import {
  type Execution,
  executeRun,
  type JudgeOfRun,
  type OpenRunSpans,
  type StopReason,
} from './execute-run.ts';
import { handOver, renewLeases, runLease, sweepExpired } from './leases.ts';
import { wakeUp } from './wake-up.ts';

/** Lease renewal interval. Also the longest time until a cancelled run stops if its notification was lost. */
const renewEveryMs = 2000;

const sweepEveryMs = 5000;

/** Seconds without a heartbeat after which runs no longer wait for a worker. Each worker sends a heartbeat every 5 s. */
const workerSilentS = 12;

/** Interval of the search for overdue runs. */
const overdueEveryMs = 60_000;

/** Time that short runs get to finish before a stopping worker releases them. */
const endTimeoutMs = 5000;

type RunAtWork = HeldWork<ClaimedRun, StopReason>;

export interface RunWorkerOptions {
  /** Phone settings; calls cannot be placed without them. */
  phone?: PhoneSettings;
  /** Pace of hosts; without it, requests are not delayed. */
  paceOf?: PaceOf;
  /** Spans of agents; without it, suites that use spans as evidence end with an error. */
  openSpans?: OpenRunSpans;
  /** Judges; without it, expectations that need one are errors. */
  judgeOf?: JudgeOfRun;
}

export async function startRunWorker(
  platform: Platform,
  egressOf: OrganizationEgress,
  { phone, paceOf, openSpans, judgeOf }: RunWorkerOptions = {},
): Promise<LeasedWorker> {
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
    openSpans,
    storage,
    browser: config.browser,
    phone,
    judgeOf,
    secret: config.secret,
  };
  let lacks: Equipment[] = [];
  let workers: WorkerPresence[] = [];

  function claim(places: number): Promise<ClaimedRun[]> {
    return claimRuns(db, news, { owner, places, isLastShared: config.runSlots > 1, lacks });
  }

  async function carryOut({ claimed: run, signal, stop }: RunAtWork): Promise<void> {
    const unsubscribe = news.subscribe(runTopic(run.id), {
      onNews: (payload) => payload === 'cancel' && stop('cancelled'),
    });
    // The cancellation may have been requested before this worker subscribed.
    if (run.cancelRequestedAt !== null) stop('cancelled');
    try {
      await executeRun(execution, run, signal);
    } finally {
      unsubscribe();
    }
  }

  async function renew(asked: readonly RunAtWork[]): Promise<RunAtWork[]> {
    const ids = asked.map(({ claimed }) => claimed.id);
    const held = new Map((await renewLeases(db, owner, ids)).map((run) => [run.id, run]));
    return asked.filter(({ claimed, stop }) => {
      const mine = held.get(claimed.id);
      if (mine?.isCancelRequested) stop('cancelled');
      return mine?.attempt === claimed.attempt;
    });
  }

  /** Updates what this worker lacks. Equipment can be installed or removed at any time. */
  async function lookForEquipment(): Promise<void> {
    lacks = await missingEquipment({ browser: config.browser, phone });
    await sayLacks(platform, lacks);
    workers = await listWorkers(db, workerSilentS);
  }

  return startLeasedWork({
    name: 'runs',
    db,
    log,
    lease: runLease,
    isAlone: platform.databaseKind === 'embedded',
    renewEveryMs,
    sweepEveryMs,
    places: config.runSlots,
    drainMs: endTimeoutMs,
    claim,
    carryOut,
    renew,
    async sweep() {
      const settled = await sweepExpired(platform);
      await removeIdleTurns(db);
      return settled;
    },
    handOver: () => handOver(db, news, owner),
    listen: ({ look, hasPlace }) =>
      wakeUp({
        db,
        news,
        processId: platform.processId,
        workers: () => workers,
        hasPlace,
        look,
        onError: (error) => log.warn({ err: error }, 'Queued runs could not be passed on'),
      }),
    // Chores run before the first claim: another worker may have what this one lacks.
    chores: [
      { everyMs: sweepEveryMs, act: lookForEquipment },
      { everyMs: overdueEveryMs, act: () => endOverdueRuns(platform) },
    ],
    about: ({ id }) => ({ runId: id }),
    texts: {
      notClaimed: 'No run could be taken at the moment',
      broken: 'A run was dropped',
      notRenewed: 'Runs were not looked after',
      notSwept: 'Runs were not looked after',
      notHandedOver: 'Runs could not be handed over',
    },
  });
}
