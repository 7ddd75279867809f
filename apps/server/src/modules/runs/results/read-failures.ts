/** Failures of a run, described for people who were not there. */
import {
  describeSaid,
  emptyRunResult,
  type Failure,
  type FailureClass,
  failureSignature,
  foldEvents,
  isBad,
  keyOf,
  type RunEvent,
  type StepResult,
  type TestResult,
} from '@parley/suite';
import { and, desc, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import { testResults } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import { storableText } from '../../../platform/database/storable.ts';
import { briefEvent } from '../log/brief-event.ts';
import { cutText } from '../log/cut-text.ts';
import { recordedEvents } from '../log/fold-recorded.ts';

export interface RunFailure {
  signature: string;
  failureClass: FailureClass;
  /** Null where the run itself failed. */
  test: string | null;
  /** The key that finds the test in other runs. */
  testKey: string | null;
  /** From 1; null if the test as such failed. */
  step: number | null;
  said: string;
  expected: string | null;
  got: string;
}

/** The failed steps of all tests that count, in order; of a test that failed without one, the test. */
export async function readFailures(db: Database, runId: string): Promise<RunFailure[]> {
  const events: RunEvent[] = [];
  for await (const event of recordedEvents(db, runId)) events.push(withBroken(event));
  const result = foldEvents(events, emptyRunResult(), { keepsPlays: false });
  const failed = result.tests.filter((test) => !test.isQuarantined && isBad(test.outcome));
  const failures = failed.flatMap(failuresOf);
  if (failures.length > 0) return failures;
  const { failure, status } = result;
  if (status === 'passed' || status === 'cancelled') return [];
  const told: Failure = failure ?? {
    class: 'internal',
    code: status,
    message: `The run was ${status}.`,
  };
  return [{ ...nowhere, ...wholeOf(told) }];
}

const nowhere = { test: null, testKey: null, step: null, said: '', expected: null };

/** A brief event with what did not hold. */
function withBroken(event: RunEvent): RunEvent {
  const brief = briefEvent(event);
  if (!('verdicts' in event) || !('verdicts' in brief)) return brief;
  return { ...brief, verdicts: event.verdicts.filter(({ passed }) => !passed) };
}

function failuresOf(test: TestResult): RunFailure[] {
  const { steps, failure } = test;
  const named = { test: test.name, testKey: keyOf(test) };
  const found = steps.flatMap((step, index) =>
    isBad(step.outcome) ? [{ ...named, ...failureOf(step, index) }] : [],
  );
  if (found.length > 0) return found;
  const told: Failure = failure ?? {
    class: 'internal',
    code: 'unexpected',
    message: 'It did not pass.',
  };
  return [{ ...nowhere, ...named, ...wholeOf(told) }];
}

/** A failure of a run or a test as a whole. */
const wholeOf = (failure: Failure) => ({
  signature: failureSignature({ failure }),
  failureClass: failure.class,
  got: shown(failure.message),
});

function failureOf(step: StepResult, index: number): Omit<RunFailure, 'test' | 'testKey'> {
  const { failure, verdicts, expected } = step;
  const [broken] = failure === undefined || failure.class === 'wrong' ? verdicts : [];
  return {
    signature: failureSignature({ ...(failure && { failure }), verdicts }),
    failureClass: failure?.class ?? 'wrong',
    step: index + 1,
    said: step.sent ? shown(describeSaid(step)) : '',
    expected: shown(broken?.rule ?? expected),
    got: shown(broken ? (broken.actual ?? 'nothing') : (failure?.message ?? 'nothing')),
  };
}

/** Characters of a text that a message has room for. */
const shownMax = 300;

const shown = (text: string): string =>
  storableText(text.length <= shownMax ? text : `${cutText(text, shownMax - 1)}…`);

/**
 * The newest run before this one in which the test passed as measured, counted and was checked, with the same
 * device in the same environment.
 *
 * @returns undefined if there is none
 */
export async function findLastGreen(
  db: Database,
  runId: string,
  testKey: string,
): Promise<{ at: Date; runId: string } | undefined> {
  const [run] = await db
    .select({
      suiteId: runs.suiteId,
      deviceId: runs.deviceId,
      environment: runs.environment,
      createdAt: runs.createdAt,
    })
    .from(runs)
    .where(eq(runs.id, runId));
  if (!run?.suiteId) return undefined;
  const [green] = await db
    .select({ at: testResults.at, runId: testResults.runId })
    .from(testResults)
    .innerJoin(runs, eq(runs.id, testResults.runId))
    .where(
      and(
        eq(testResults.suiteId, run.suiteId),
        eq(testResults.name, storableText(testKey)),
        lt(testResults.at, run.createdAt),
        eq(testResults.outcome, 'passed'),
        eq(testResults.isQuarantined, false),
        eq(testResults.isDoubtful, false),
        ne(runs.status, 'cancelled'),
        isNull(runs.overriddenAt),
        sql`${runs.deviceId} is not distinct from ${run.deviceId}`,
        sql`${runs.environment} is not distinct from ${run.environment}`,
      ),
    )
    .orderBy(desc(testResults.at))
    .limit(1);
  return green;
}
