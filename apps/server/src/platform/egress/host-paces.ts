/**
 * Request rates of hosts, shared by the runs, explorations and load tests of all workers. A host has one budget of requests per
 * second for all organizations together, and a separate one for each organization that has proved that it owns the host. Names
 * that resolve to the same address also share the limit of that address.
 *
 * A worker reserves requests for a quarter of a second with one statement and learns when to send them. Organizations that have
 * to wait take turns.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostPace } from '@parley/engine';
import { createFairSemaphore } from '@parley/engine/fair-semaphore';
import { sql } from 'drizzle-orm';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { hostPaces } from '../../db/schema/host-paces.ts';
import { createRecentCache } from '../cache/recent-cache.ts';
import type { RequestRates } from '../config/config.ts';
import type { Database } from '../database/db.ts';
import type { WorkScope } from '../database/scope.ts';
import type { Log } from '../observability/log.ts';
import { cleanUpRows, cleanUpWork } from '../queue/clean-up.ts';
import { defineJob, type Queue, type Work } from '../queue/queue.ts';
import { isGranted, type ReachedAddresses } from './reached-addresses.ts';

/** Tells if an organization has proved that it owns a host at the given address. */
export type IsProven = (scope: WorkScope, host: string, address: string) => Promise<boolean>;

export type PaceOf = (scope: WorkScope) => HostPace;

interface Surroundings {
  db: Database;
  log: Log;
  rates: RequestRates;
  reached: ReachedAddresses;
  isProven: IsProven;
}

interface Budget {
  key: string;
  perSecond: number;
}

/** Duration in seconds for which one reservation covers requests. */
const chunkSeconds = 0.25;

/** Time in milliseconds after which unused reservations expire, so that requests cannot be saved up for a burst. */
const unusedMs = 1000;

/** Time in milliseconds for which budgets are cached; proofs and addresses may change. */
const budgetsMs = 15_000;

const metersMax = 2000;

const waited = new Counter({
  name: 'parley_host_wait_seconds_total',
  help: 'Seconds that requests of this worker waited because their host had its requests per second.',
});

const waitMsMax = 24 * 60 * 60_000;

export function createHostPaces(surroundings: Surroundings): PaceOf {
  const { reached, isProven, rates } = surroundings;
  /** Meters by key. Not a cache, which could evict a meter in use. */
  const meters = new Map<string, Meter>();
  const known = createRecentCache<{ budgets: Budget[]; until: number }>({ sizeMax: metersMax });

  async function budgetsOf(scope: WorkScope, host: string, address?: string): Promise<Budget[]> {
    const budget = (key: string, perSecond: number | null) =>
      perSecond === null ? [] : [{ key, perSecond }];
    if (address !== undefined && isGranted(address)) return budget(host, rates.granted);
    if (address !== undefined && (await isProven(scope, host, address)))
      return budget(`${host} of ${scope.organizationId}`, rates.proven);
    return [
      ...budget(host, rates.host),
      ...(address === undefined ? [] : budget(address, rates.address)),
    ];
  }

  const questionOf = ({ organizationId }: WorkScope, host: string) =>
    `${organizationId} ${host} ${reached.addressOf(host)}`;

  /** Returns the budgets if they are cached, otherwise a promise for them. */
  function knownBudgets(scope: WorkScope, host: string): Budget[] | Promise<Budget[]> {
    const address = reached.addressOf(host);
    const question = questionOf(scope, host);
    const kept = known.get(question);
    if (kept && performance.now() < kept.until) return kept.budgets;
    return budgetsOf(scope, host, address)
      .then((budgets) => {
        known.set(question, { budgets, until: performance.now() + budgetsMs });
        return budgets;
      })
      .catch((error) => {
        surroundings.log.warn({ err: error, host }, 'The budget of a host could not be read');
        return rates.host === null ? [] : [{ key: host, perSecond: rates.host }];
      });
  }

  function meterOf(budget: Budget): Meter {
    const key = `${budget.key} ${budget.perSecond}`;
    const meter = meters.get(key);
    if (meter) return meter;
    if (meters.size >= metersMax)
      for (const [idle, { isIdle }] of meters) if (isIdle()) meters.delete(idle);
    const made = createMeter(surroundings, budget);
    meters.set(key, made);
    return made;
  }

  async function takeAll(
    budgets: Budget[] | Promise<Budget[]>,
    party: string,
    stop: Stop,
  ): Promise<void> {
    const from = performance.now();
    for (const budget of await budgets) await meterOf(budget).take(party, stop);
    waited.inc((performance.now() - from) / 1000);
  }

  return (scope) => ({
    take(host, stop) {
      const budgets = knownBudgets(scope, host);
      if ('length' in budgets && budgets.length === 0) return undefined;
      return takeAll(budgets, scope.organizationId, stop);
    },
    perSecond(host) {
      const kept = known.get(questionOf(scope, host));
      return kept?.budgets.reduce<number | undefined>(
        (least, { perSecond }) => Math.min(least ?? perSecond, perSecond),
        undefined,
      );
    },
  });
}

type Stop = Parameters<HostPace['take']>[1];

interface Meter {
  /** Resolves when a request may be sent, or when the run is stopped. */
  take(party: string, stop: Stop): Promise<void>;
  isIdle(): boolean;
}

function createMeter({ db, log }: Surroundings, { key, perSecond }: Budget): Meter {
  const chunk = Math.max(1, Math.ceil(perSecond * chunkSeconds));
  const chunkMs = (1000 * chunk) / perSecond;
  const turns = createFairSemaphore(
    { atOnce: 1, atOncePerParty: 1, waitMs: waitMsMax },
    () => new Error('A host was asked by others for a day.'),
  );
  let left = 0;
  let givenUpAt = 0;
  let waiting = 0;

  async function setAside(stop: Stop): Promise<void> {
    const waitMs = await nextChunk(db, key, chunkMs).catch((error) => {
      log.warn({ err: error, key }, 'Requests to a host are slowed, as nothing is known of others');
      return 4 * chunkMs;
    });
    await waitFor(waitMs, stop);
    left = chunk;
    givenUpAt = performance.now() + chunkMs + unusedMs;
  }

  return {
    isIdle: () => waiting === 0 && performance.now() >= givenUpAt,
    async take(party, stop) {
      if (waiting === 0 && left >= 1 && performance.now() < givenUpAt) {
        left -= 1;
        return;
      }
      waiting += 1;
      try {
        const leave = await turns.enter(party, stop);
        try {
          if (left < 1 || performance.now() >= givenUpAt) await setAside(stop);
          left -= 1;
        } finally {
          leave();
        }
      } catch {
        // The run was stopped and reports that, or it waited for a day and sends this request without waiting longer.
      } finally {
        waiting -= 1;
      }
    },
  };
}

/**
 * Reserves the time for one chunk of requests.
 *
 * @returns milliseconds until it begins
 */
async function nextChunk(db: Database, key: string, chunkMs: number): Promise<number> {
  const length = sql`make_interval(secs => ${chunkMs / 1000}::float8)`;
  const { rows } = await db.execute<{ ms: number }>(sql`
    insert into ${hostPaces} as pace (key, free_at) values (${key}, now() + ${length})
    on conflict (key) do update set free_at = greatest(pace.free_at, now()) + ${length}
    returning (extract(epoch from free_at - now()) * 1000)::float8 as ms`);
  return Math.max(0, (rows[0]?.ms ?? 0) - chunkMs);
}

async function waitFor(ms: number, stop: Stop): Promise<void> {
  if (ms < 1) return;
  const stopped = new AbortController();
  const forget = stop.whenStopped(() => stopped.abort());
  await sleep(ms, undefined, { signal: stopped.signal }).catch(() => {});
  forget();
}

export const deleteOldPacesJob = defineJob('host-paces.delete-old', z.object({}));

const oldPaces = cleanUpRows(
  'host-paces',
  hostPaces,
  sql`${hostPaces.freeAt} < now() - interval '1 hour'`,
);

export function hostPacesWork(platform: { db: Database; queue: Queue; log: Log }): Work {
  return cleanUpWork(platform, deleteOldPacesJob, [oldPaces], '41 * * * *');
}
