/**
 * A worker for leased work. It claims rows, executes them, renews their leases, stops work whose lease was lost, sweeps up
 * after workers that stopped responding, and drains when it is closed. The caller passes in how rows are claimed and settled.
 * Runs, load tests and conversations use it.
 *
 * A lease that was not renewed in time is lost, even if the database was unavailable: another worker may already have the row.
 * Modules must refuse later writes of lost work.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import type { Database } from '../database/db.ts';
import type { Log } from '../observability/log.ts';
import { watchClock } from './clock-watch.ts';
import type { Lease } from './lease.ts';

/** Reason why work is stopped. Modules can add their own. */
export type LeaseStop = 'lease-lost' | 'handed-over';

export interface HeldWork<Claimed, Reason extends string = never> {
  readonly claimed: Claimed;
  /** Aborted by `stop` with its reason. */
  readonly signal: AbortSignal;
  /** Stops the work. Only the first reason counts. */
  readonly stop: (reason: Reason | LeaseStop) => void;
}

export interface LeasedWork<Claimed, Reason extends string = never> {
  /** Name of this kind of work in metrics. */
  name: string;
  db: Database;
  log: Log;
  lease: Lease;
  /** True if no other process can hold a lease, as with the embedded database. Leases from before the start are then ended. */
  isAlone: boolean;
  renewEveryMs: number;
  sweepEveryMs: number;
  /** Maximum number of items at a time. Default: no limit. */
  places?: number;
  /** Pause in milliseconds after each claim, so that other workers get their share. Default 0. */
  claimPauseMs?: number;
  /** Milliseconds that work gets to finish when the worker closes. Default 0. */
  drainMs?: number;
  /** Milliseconds that stopped work gets to end before it is abandoned. Default 8,000. */
  stopMs?: number;
  /** Claims at most `places` due rows. */
  claim(places: number): Promise<Claimed[]>;
  /** Executes the work. Resolves when it has ended, or soon after its signal was aborted. */
  carryOut(held: HeldWork<Claimed, Reason>): Promise<void>;
  /** Renews leases, and returns the work that this worker still holds. */
  renew(held: readonly HeldWork<Claimed, Reason>[]): Promise<HeldWork<Claimed, Reason>[]>;
  /** True if ended work must be renewed until `renew` no longer returns it, because a renewal settles it. */
  settlesByRenewal?: boolean;
  /**
   * Settles the work of workers that stopped responding.
   * @returns the number of items
   */
  sweep(): Promise<number>;
  /**
   * Releases the work that this worker holds.
   * @returns the number of items
   */
  handOver(): Promise<number>;
  /**
   * Calls `look` when work may be due.
   * @returns a function that stops this
   */
  listen(worker: { look(): void; hasPlace(): boolean }): () => void;
  /** Other periodic work. It also runs once before the first claim. */
  chores?: readonly Chore<HeldWork<Claimed, Reason>>[];
  /** Returns fields for log lines about an item. */
  about(claimed: Claimed): object;
  /** Messages for log lines. */
  texts: Record<'notClaimed' | 'broken' | 'notRenewed' | 'notSwept' | 'notHandedOver', string>;
}

interface Chore<Held> {
  everyMs: number;
  act(held: readonly Held[]): Promise<void>;
}

export interface LeasedWorker {
  close(): Promise<void>;
}

/** Default of `stopMs`. Work that ignores its signal must not prevent a stop; the server exits after 30 s anyway. */
const defaultStopMs = 8000;

const leases = new Counter({
  name: 'parley_leases_total',
  help: 'Leases by kind of work: claimed, lost (not renewed in time), swept (of silent workers) and handed over.',
  labelNames: ['work', 'event'] as const,
});

/** Returns the current time on a monotonic clock, and on one that continues while the machine sleeps. */
const moment = () => ({ steadyMs: performance.now(), wallMs: Date.now() });

class Held<Claimed, Reason extends string> implements HeldWork<Claimed, Reason> {
  readonly claimed: Claimed;
  readonly #stopping = new AbortController();
  /** When the worker last knew that it held the lease. */
  renewedAt: ReturnType<typeof moment>;
  isLost = false;
  hasEnded = false;
  ended: Promise<void> = Promise.resolve();

  constructor(claimed: Claimed, claimedAt: ReturnType<typeof moment>) {
    this.claimed = claimed;
    this.renewedAt = claimedAt;
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  readonly stop = (reason: Reason | LeaseStop): void => this.#stopping.abort(reason);

  isOverdue(leaseMs: number): boolean {
    return performance.now() - this.renewedAt.steadyMs >= leaseMs;
  }

  /**
   * Tells if the lease may have expired. The monotonic clock may stop while the machine sleeps, and the other one may be set.
   */
  mayBeOverdue(leaseMs: number): boolean {
    return this.isOverdue(leaseMs) || Date.now() - this.renewedAt.wallMs >= leaseMs;
  }
}

export async function startLeasedWork<Claimed, Reason extends string = never>(
  work: LeasedWork<Claimed, Reason>,
): Promise<LeasedWorker> {
  const { db, log, lease, texts, places = Number.POSITIVE_INFINITY, chores = [] } = work;
  const atWork = new Set<Held<Claimed, Reason>>();
  const rounds = new Set<Promise<void>>();
  const clock = watchClock(db);
  let isClosing = false;
  let isWanted = false;
  let claiming: Promise<void> | undefined;
  let renewing: Promise<void> | undefined;
  let sweepsFromMs = 0;
  let mayLastTooLong = true;

  const count = (event: string, much = 1) => leases.inc({ work: work.name, event }, much);
  const warnOf = (text: string) => (error: unknown) => log.warn({ err: error }, text);
  const hasPlace = () => atWork.size < places;

  /** Looks for due work. A call during a search triggers another one. */
  function look(): Promise<void> {
    isWanted = true;
    claiming ??= claimWhileWanted()
      .catch(warnOf(texts.notClaimed))
      .finally(() => {
        claiming = undefined;
      });
    return claiming;
  }

  async function claimWhileWanted(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await claimDue();
    }
  }

  async function claimDue(): Promise<void> {
    while (!isClosing && hasPlace()) {
      const claimedAt = moment();
      const taken = await work.claim(places - atWork.size);
      if (taken.length === 0) return;
      count('claimed', taken.length);
      // If the worker was closed meanwhile, these items are handed over with the rest.
      if (isClosing) return;
      for (const claimed of taken) begin(new Held(claimed, claimedAt));
      if (work.claimPauseMs) await sleep(work.claimPauseMs);
    }
  }

  function begin(held: Held<Claimed, Reason>): void {
    atWork.add(held);
    held.ended = work
      .carryOut(held)
      .catch((error) => log.error({ err: error, ...work.about(held.claimed) }, texts.broken))
      .finally(() => {
        held.hasEnded = true;
        if (held.isLost || !work.settlesByRenewal) atWork.delete(held);
        void look();
      });
  }

  function lose(held: Held<Claimed, Reason>): void {
    held.isLost = true;
    held.stop('lease-lost');
    if (held.hasEnded) atWork.delete(held);
  }

  function loseAllThat(areLost: (held: Held<Claimed, Reason>) => boolean): void {
    for (const held of atWork) {
      if (held.isLost || !areLost(held)) continue;
      count('lost');
      lose(held);
    }
  }

  /** Renews all leases. Renewals never overlap, because two could lock the same rows in different orders. */
  function renew(): Promise<void> {
    renewing ??= renewAll()
      .catch((error) => {
        loseAllThat((held) => held.mayBeOverdue(lease.ms));
        warnOf(texts.notRenewed)(error);
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  }

  /** Renews all leases. Lost work is left to the sweep of any worker. */
  async function renewAll(): Promise<void> {
    const asked = [...atWork].filter(({ isLost }) => !isLost);
    if (asked.length === 0) return;
    const askedAt = moment();
    const kept = new Set<unknown>(await work.renew(asked));
    for (const held of asked) {
      if (kept.has(held)) held.renewedAt = askedAt;
      else lose(held);
    }
  }

  async function sweep(): Promise<void> {
    try {
      if (await areExpiriesTrue()) count('swept', await work.sweep());
    } finally {
      await look();
    }
  }

  /**
   * Tells if expiry times can be trusted. After the clock jumped ahead, leases of live workers look expired until they are
   * renewed. After it jumped back, leases of dead workers would last longer by the length of the jump. Both problems end after
   * the length of a lease.
   */
  async function areExpiriesTrue(): Promise<boolean> {
    const jumpMs = await clock.look();
    if (jumpMs !== 0) {
      sweepsFromMs = performance.now() + lease.ms;
      mayLastTooLong = true;
      log.warn(
        { work: work.name, jumpMs },
        'The clock of the database jumped; no lease is swept yet',
      );
    }
    if (mayLastTooLong && clock.steadyForMs() >= lease.ms) {
      await lease.expireUnreachable(db);
      mayLastTooLong = false;
    }
    return performance.now() >= sweepsFromMs;
  }

  /** Repeats an action. If a round takes longer than the interval, the next one is skipped. */
  function every(ms: number, act: () => Promise<void>): NodeJS.Timeout {
    let round: Promise<void> | undefined;
    return setInterval(() => {
      if (round !== undefined) return;
      const begun = act()
        .catch(warnOf(texts.notSwept))
        .finally(() => {
          rounds.delete(begun);
          round = undefined;
        });
      round = begun;
      rounds.add(begun);
    }, ms);
  }

  const doChore = ({ act }: (typeof chores)[number]) => act([...atWork]);

  // Chores, which may fail, run before anything else starts.
  for (const chore of chores) await doChore(chore).catch(warnOf(texts.notSwept));
  if (work.isAlone) await lease.expireAll(db);
  const stopListening = work.listen({ look: () => void look(), hasPlace });
  const renewals = setInterval(() => {
    // Before the lease ends, because another worker may then take the row at once.
    loseAllThat((held) => held.isOverdue(lease.ms - work.renewEveryMs));
    void renew();
  }, work.renewEveryMs);
  const timers = [
    every(work.sweepEveryMs, sweep),
    ...chores.map((chore) => every(chore.everyMs, () => doChore(chore))),
  ];
  await sweep().catch(warnOf(texts.notSwept));

  const allEnded = () => Promise.all([...atWork].map(({ ended }) => ended));

  return {
    async close() {
      isClosing = true;
      stopListening();
      for (const timer of timers) clearInterval(timer);
      const { drainMs = 0, stopMs = defaultStopMs } = work;
      if (drainMs > 0) await within(drainMs, allEnded());
      for (const held of atWork) held.stop('handed-over');
      const isStopped = await within(stopMs, Promise.all([allEnded(), claiming, ...rounds]));
      if (!isStopped)
        log.warn(
          { work: work.name, left: atWork.size },
          'Work that was stopped did not end in time',
        );
      // Leases are renewed until here, so that no other worker takes over work that is still ending.
      clearInterval(renewals);
      await within(stopMs, writeLastReport());
      const handedOver = work
        .handOver()
        .then((much) => count('handed-over', much))
        .catch(warnOf(texts.notHandedOver));
      await within(stopMs, handedOver);
    },
  };

  async function writeLastReport(): Promise<void> {
    await renewing;
    if (work.settlesByRenewal) await renew();
  }
}

/** @returns true if `end` resolves within `ms` */
async function within(ms: number, end: Promise<unknown>): Promise<boolean> {
  const timeout = new AbortController();
  const late = sleep(ms, false, { signal: timeout.signal }).catch(() => false);
  const isInTime = await Promise.race([end.then(() => true), late]);
  timeout.abort();
  return isInTime;
}
