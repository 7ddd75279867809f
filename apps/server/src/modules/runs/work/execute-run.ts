/** Executes a run on this worker, from its stored text to its last event. */

import { setTimeout as sleep } from 'node:timers/promises';
import {
  awaitsRetry,
  type BrowserSettings,
  type FinishedTest,
  type Judge,
  type PhoneSettings,
  runSuite,
  type SpanBook,
} from '@parley/engine';
import {
  foldEvents,
  isOutcome,
  keyOf,
  type RunEvent,
  type RunResult,
  readCounts,
  type Suite,
  type TestResult,
  withEnvironment,
} from '@parley/suite';
import type { Database } from '../../../platform/database/db.ts';
import { workScope } from '../../../platform/database/scope.ts';
import type { PaceOf } from '../../../platform/egress/host-paces.ts';
import type { OrganizationEgress } from '../../../platform/egress/organization-egress.ts';
import type { LeaseStop } from '../../../platform/leased-work/leased-work.ts';
import type { News } from '../../../platform/live/news.ts';
import type { Log } from '../../../platform/observability/log.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { findQuotaUsedUp } from '../../billing/billing.ts';
import { listInForce } from '../../quarantines/quarantines.ts';
import { loadRecordingsOf } from '../../recordings/recordings.ts';
import { parsedSuite, readBeforehandIfPossible } from '../../suites/suites.ts';
import { briefEvent } from '../log/brief-event.ts';
import { createEventBuffer } from '../log/event-buffer.ts';
import { folderOfRun, keepEvidenceIn } from '../log/evidence.ts';
import { foldOn, recordedEvents } from '../log/fold-recorded.ts';
import { foldBeforehandIfPossible } from '../log/read-stored-run.ts';
import type { ClaimedRun } from '../log/run-row.ts';
import { applyDevice } from './apply-device.ts';
import { runLease } from './leases.ts';
import { openEnvironment } from './open-environment.ts';
import { appendEvents, type Lease, LeaseLostError } from './run-log.ts';
import { countRunEvent, countRunStarted } from './run-metrics.ts';
import { type RunTrace, traceRun } from './trace-run.ts';
import { createUsageMeter } from './usage-meter.ts';

/** Spans that agents send during one attempt of a run. */
export interface RunSpans {
  book: SpanBook;
  close(): Promise<void>;
}

/** @param joinAttributes attributes by which the suite joins spans */
export type OpenRunSpans = (
  run: { id: string; organizationId: string },
  joinAttributes: string[],
) => Promise<RunSpans>;

/** Returns the judge for a run; undefined if there is none. */
export type JudgeOfRun = (run: {
  organizationId: string;
  projectId: string | null;
}) => Promise<Judge | undefined>;

export interface Execution {
  db: Database;
  news: News;
  log: Log;
  pool: WorkPool;
  egressOf: OrganizationEgress;
  paceOf: PaceOf | undefined;
  openSpans: OpenRunSpans | undefined;
  storage: Storage;
  browser: BrowserSettings;
  phone: PhoneSettings | undefined;
  judgeOf: JudgeOfRun | undefined;
  owner: string;
  /** Installation secret, which decrypts the secrets of environments. */
  secret: string;
}

/** Reason why a run is stopped, used as the abort reason of its signal. */
export type StopReason = 'cancelled' | LeaseStop;

/** Executes a run. Resolves when the run has ended, or as soon as this worker has lost it. */
export async function executeRun(
  execution: Execution,
  run: ClaimedRun,
  signal: AbortSignal,
): Promise<void> {
  countRunStarted(run);
  const trace = traceRun(run);
  try {
    await trace.within(() => carryOut(execution, run, { signal, trace }));
  } finally {
    trace.end();
  }
}

async function carryOut(
  execution: Execution,
  run: ClaimedRun,
  { signal, trace }: { signal: AbortSignal; trace: RunTrace },
): Promise<void> {
  const { db, news, log, pool, storage, owner } = execution;
  const { id: runId, organizationId, attempt } = run;
  const lease: Lease = { runId, organizationId, owner, attempt };
  const scope = workScope(db, organizationId);
  const folded = await foldBeforehandIfPossible(scope, { pool, log }, run);
  let result = await foldOn(db, runId, folded);
  let lastSeq = run.lastSeq;
  const meter = createUsageMeter(run.platform);
  const hasStarted = result.status !== 'queued';
  const quarantined = hasStarted
    ? result.tests.filter(({ isQuarantined }) => isQuarantined).map(keyOf)
    : await quarantinedTests(db, run);

  const stopping = new AbortController();
  let quotaUsedUp: Awaited<ReturnType<typeof findQuotaUsedUp>>;
  let used = 0;
  /** Checks the quota. If the database is unavailable, the check is repeated after the next events. */
  const askForQuota = () => findQuotaUsedUp(scope, run.platform).catch(() => undefined);
  const buffer = createEventBuffer(async (events) => {
    const after = foldEvents(events.map(briefEvent), result, { keepsPlays: false });
    const counts = hasPlan(after) ? after.counts : readCounts(run.counts);
    const batch = { events, counts, result: after, lastSeq, used: meter.read(events) };
    lastSeq = await withPatience(signal, log, () => appendEvents(db, news, lease, batch));
    result = after;
    for (const event of events) countRunEvent(event);
    used += batch.used.interactions;
    // The reservation does not cover repeated steps or further attempts.
    if (used > run.plannedInteractions) quotaUsedUp ??= await askForQuota();
    if (quotaUsedUp) stopping.abort();
  });
  const emit = async (event: RunEvent) => {
    if (isGone(signal)) throw new LeaseLostError(`Run ${runId} is no longer ours`);
    const isCut = event.type === 'run.finished' && event.status === 'cancelled' && !signal.aborted;
    const told = isCut && quotaUsedUp ? { ...event, ...endedByQuota(quotaUsedUp) } : event;
    trace.follow(told);
    await buffer.add(told);
  };

  let spans: RunSpans | undefined;
  try {
    await readBeforehandIfPossible({ pool, log }, scope, run.source);
    const { suite } = parsedSuite(run.source);
    const toOpen = { run, suite, lease, hasStarted };
    const { environment, failure } = await openEnvironment(scope, execution.secret, toOpen);
    if (failure) {
      await emit({ type: 'run.finished', at: Date.now(), status: 'error', failure });
      return await buffer.flush();
    }
    const asDevice = run.device ? applyDevice(suite, run.device) : suite;
    const { evidence } = suite.configuration;
    spans = evidence && (await execution.openSpans?.(run, Object.keys(evidence.join ?? {})));
    await runSuite({
      suite: environment ? withEnvironment(asDevice, environment) : asDevice,
      ...(run.conversationsHeld !== null && { concurrency: run.conversationsHeld }),
      ...(run.selectedTests && { tests: run.selectedTests }),
      ...(run.repeat && { repeat: run.repeat }),
      quarantined: new Set(quarantined),
      attempt: hasStarted ? attempt : 1,
      alreadyFinished: finishedTests(result, suite),
      earlierTries: endedTries(result, suite),
      ...(hasStarted && { earlierEvents: recordedEvents(db, runId) }),
      egress: await execution.egressOf(scope),
      pace: execution.paceOf?.(scope),
      party: organizationId,
      signal: AbortSignal.any([signal, stopping.signal]),
      emit,
      keepEvidence: keepEvidenceIn(storage, folderOfRun(runId), log),
      browser: execution.browser,
      phone: execution.phone,
      judge: await execution.judgeOf?.(run),
      ...(run.projectId !== null && { loadRecording: loadRecordingsOf(scope, run.projectId) }),
      spans: spans?.book,
    });
    await buffer.flush();
  } catch (error) {
    if (isGone(signal) || error instanceof LeaseLostError) return;
    log.error({ err: error, runId }, 'A run failed inside');
    await emit(failedInside()).then(buffer.flush);
  } finally {
    await spans?.close();
  }
}

async function quarantinedTests(db: Database, run: ClaimedRun): Promise<string[]> {
  const { organizationId, suiteId } = run;
  if (suiteId === null) return [];
  const inForce = await listInForce(workScope(db, organizationId), suiteId);
  return inForce.map(({ testName }) => testName);
}

function endedByQuota({ message, hint }: { message: string; hint?: string | undefined }) {
  const failure = {
    class: 'configuration' as const,
    code: 'quota-reached',
    message,
    ...(hint && { hint }),
  };
  return { status: 'error' as const, failure };
}

function failedInside(): RunEvent {
  const failure = {
    class: 'internal' as const,
    code: 'worker-failed',
    message: 'Something went wrong on our side.',
    hint: 'Start the run again. See the worker’s log for details.',
  };
  return { type: 'run.finished', at: Date.now(), status: 'error', failure };
}

/** @returns true if this worker has lost the run */
function isGone(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason !== ('cancelled' satisfies StopReason);
}

function hasPlan(result: RunResult): boolean {
  return result.tests.length > 0;
}

function finishedTests({ tests }: RunResult, suite: Suite): Map<number, FinishedTest> {
  return new Map(
    tests.flatMap((test, index) => {
      const end = endOf(test, suite);
      return end ? [[index, end]] : [];
    }),
  );
}

/** Maps each repeated test to its finished tries by number. */
function endedTries({ tests }: RunResult, suite: Suite): Map<number, Map<number, FinishedTest>> {
  return new Map(
    tests.map(({ tries = [] }, index) => [
      index,
      new Map(
        tries.flatMap((tried, at) => {
          const end = endOf(tried, suite);
          return end ? [[at + 1, end]] : [];
        }),
      ),
    ]),
  );
}

/** @returns undefined if the conversation has to be repeated */
function endOf(test: TestResult, { configuration }: Suite): FinishedTest | undefined {
  const { outcome, checks, failure } = test;
  if (!isOutcome(outcome) || awaitsRetry(test, configuration)) return undefined;
  return { outcome, checks, failure };
}

/**
 * Retries a write while the database is briefly unavailable, for at most the duration of a lease: after that, another worker
 * can have the run.
 */
async function withPatience<T>(signal: AbortSignal, log: Log, write: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + runLease.ms;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (error instanceof LeaseLostError || isGone(signal) || Date.now() > deadline) throw error;
      log.warn({ err: error }, 'Events could not be stored; they are tried again');
      await sleep(1000);
    }
  }
}
