/**
 * Starts the runs that are due by the clock of the database. It starts many at a time, because hundreds can become due between
 * two calls, and starting them one by one would fall behind.
 */
import type { Log } from '../../../platform/observability/log.ts';
import { eachByItself } from '../../../platform/outbox/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isReadAtOnce, readBeforehandIfPossible, type SuiteRow } from '../../suites/suites.ts';
import {
  type Claim,
  claimDueMonitors,
  type DueMonitor,
  deleteSlotsAhead,
  insertNewMonitors,
  planMonitors,
} from '../schedule/monitoring.queries.ts';
import { scheduleOf } from '../schedule/schedule-of.ts';
import { type DecidedSlot, decideSlots } from './decide-slots.ts';
import { startSlots } from './start-slots.ts';
import { tellInterruptions } from './tell-interruptions.ts';

export type Monitoring = Pick<Platform, 'db' | 'news' | 'log' | 'pool' | 'mail' | 'config'>;

/** Maximum number of monitors to start in one transaction. */
const batchMax = 100;

/**
 * Starts the due slots, each once, even if several processes do so at the same time. A slot that cannot be started is logged
 * and retried next time, and does not delay the others.
 */
export async function startDueRuns(monitoring: Monitoring): Promise<void> {
  await insertNewMonitors(monitoring.db);
  const failed: string[] = [];
  for (const which of ['due', 'unplanned'] as const) await startAll(monitoring, which, failed);
}

/** Starts all monitors that `which` selects. Adds those that could not be started to `failed`. */
async function startAll(
  monitoring: Monitoring,
  which: Claim['which'],
  failed: string[],
): Promise<void> {
  const long: SuiteRow[] = [];
  for (;;) {
    const claimed: string[] = [];
    try {
      const except = [...failed, ...long.map(({ id }) => id)];
      await startTogether(monitoring, { which, limit: batchMax, except }, claimed, refuseLongTexts);
    } catch (error) {
      if (error instanceof LongTexts) {
        long.push(...error.suites);
        continue;
      }
      if (claimed.length === 0) throw error;
      failed.push(...(await startEach(monitoring, which, claimed)));
    }
    if (claimed.length < batchMax) break;
  }
  for (const suite of long) failed.push(...(await startLong(monitoring, which, suite)));
}

/** Thrown for due suites whose texts are so long that parsing them would block everything else. */
class LongTexts extends Error {
  readonly suites: SuiteRow[];
  constructor(suites: SuiteRow[]) {
    super(`${suites.length} long texts are to be read beforehand`);
    this.suites = suites;
  }
}

/** @throws LongTexts to roll back, because a transaction must not wait for long texts to be parsed */
function refuseLongTexts(slots: DecidedSlot[]): void {
  const long = slots
    .filter(({ decision }) => decision.outcome === 'run')
    .map(({ due }) => due.suite)
    .filter(({ source }) => !isReadAtOnce(source));
  if (long.length > 0) throw new LongTexts(long);
}

/**
 * Starts a suite with a long text. Such suites are started one by one, so that only one of their texts is in memory at a time.
 */
async function startLong(
  monitoring: Monitoring,
  which: Claim['which'],
  { id, organizationId, source }: SuiteRow,
): Promise<string[]> {
  await readBeforehandIfPossible(monitoring, { organizationId }, source);
  return startEach(monitoring, which, [id]);
}

/** Starts each suite in its own transaction. Returns the suites that could not be started. */
async function startEach(
  monitoring: Monitoring,
  which: Claim['which'],
  suiteIds: string[],
): Promise<string[]> {
  const failed: string[] = [];
  await eachByItself(
    suiteIds,
    (suiteId) => startTogether(monitoring, { which, limit: 1, among: [suiteId] }, []),
    (suiteId, error) => {
      failed.push(suiteId);
      monitoring.log.error({ err: error, suiteId }, 'A monitored suite could not be started');
    },
  );
  return failed;
}

/**
 * Stores slots, their runs and the next times in one transaction. Adds the suites to `claimed`, even if it fails afterwards.
 */
async function startTogether(
  { db, news, log, mail, config }: Monitoring,
  claim: Claim,
  claimed: string[],
  check: (slots: DecidedSlot[]) => void = () => undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await claimDueMonitors(tx, claim);
    if (due.length === 0) return;
    claimed.push(...due.map(({ suite }) => suite.id));
    await planMonitors(
      tx,
      due.map((monitor) => planOf(monitor, log)),
    );
    const rewound = due.filter(({ isRewound }) => isRewound);
    await deleteSlotsAhead(
      tx,
      rewound.map(({ suite }) => suite.id),
    );
    const slots = await decideSlots(
      tx,
      due.filter(({ isRewound }) => !isRewound),
      config.edition,
    );
    check(slots);
    await tellInterruptions({ mail, config, log }, tx, slots);
    await startSlots(tx, news, slots);
  });
}

function planOf(due: DueMonitor, log: Log) {
  const { suite, now } = due;
  const schedule = scheduleOf(suite);
  if (schedule === undefined)
    log.warn({ suiteId: suite.id }, 'The schedule of a monitored suite cannot be followed');
  return {
    suiteId: suite.id,
    organizationId: suite.organizationId,
    nextAt: schedule?.next(now) ?? null,
    plannedAt: now,
    plannedConfig: suite.monitoringConfig,
  };
}
