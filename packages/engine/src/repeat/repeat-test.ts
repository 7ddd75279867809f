/** Runs the tries of a repeated test, each a separate conversation, until they decide the test or are used up. */
import {
  afterRevision,
  judgeTries,
  type RepeatRule,
  type RunEvent,
  type StepRevised,
  type TestJudged,
  type TriesVerdict,
  type TryEnd,
  triesNeeded,
} from '@parley/suite';
import { createFairSemaphore, type FairSemaphore } from '../fair-semaphore.ts';
import type { PreparedTest } from '../prepared-test.ts';
import { type FinishedTest, type RunContext, runTest } from '../run-test.ts';

/** Finished tries by number, starting at 1. Tries that still have to run can be missing in between. */
export type EndedTries = Map<number, FinishedTest>;

/** The longest delay of a timer. The run's own deadline ends it long before. */
const forever = 2 ** 31 - 1;

/** Creates the places for the conversations of a run. The next place goes to the test that has the fewest. */
export function conversationPlaces(atOnce: number): FairSemaphore {
  const limits = { atOnce, atOncePerParty: atOnce, waitMs: forever };
  return createFairSemaphore(limits, () => new Error('No place for a conversation became free'));
}

/**
 * Runs only tries that are needed in any case, concurrently, and judges them in order. Otherwise, fast tries would count for
 * more than slow ones.
 * @param ended tries of an earlier attempt of the run; new ones are added
 */
export async function repeatTest(
  planned: PreparedTest & { repeat: RepeatRule },
  run: RunContext,
  { ended, places }: { ended: EndedTries; places: FairSemaphore },
): Promise<FinishedTest> {
  const { index, repeat } = planned;
  for (;;) {
    const missing = missingTries(ended);
    const ends = missing.length > 0 ? [] : inOrder(ended);
    const verdict = missing.length === 0 ? judgeTries(repeat, ends) : undefined;
    if (verdict) {
      await run.emit(judgedEvent({ test: index, at: run.now() }, verdict, ends));
      return { outcome: verdict.outcome, checks: checksOf(ended), failure: verdict.failure };
    }
    const wanted =
      missing.length > 0
        ? missing
        : Array.from({ length: triesNeeded(repeat, ends) }, (_, at) => ended.size + 1 + at);
    const held = await Promise.allSettled(
      wanted.map(async (number) => {
        const leave = await places.enter(String(index), run.stop);
        try {
          ended.set(number, await runTest(planned, contextOfTry(run, repeat, number)));
        } finally {
          leave();
        }
      }),
    );
    const broken = held.find(({ status }) => status === 'rejected');
    if (broken?.status === 'rejected') throw broken.reason;
    run.stop.throwIfStopped();
  }
}

export function judgedEvent(
  place: Pick<TestJudged, 'test' | 'at'>,
  verdict: TriesVerdict,
  tries: readonly TryEnd[],
): TestJudged {
  const shown =
    verdict.outcome === 'passed'
      ? tries.findLastIndex(({ outcome }) => outcome === 'passed')
      : firstOf(tries, ['failed', 'error', 'undecided', 'passed']);
  return { type: 'test.judged', ...place, ...verdict, shown: shown + 1 };
}

function firstOf(tries: readonly TryEnd[], outcomes: TryEnd['outcome'][]): number {
  const places = outcomes.map((wanted) => tries.findIndex(({ outcome }) => outcome === wanted));
  return places.find((place) => place >= 0) ?? 0;
}

/** Context of a try. The numbers of its attempts are unique within the test, even if the run is resumed. */
function contextOfTry(run: RunContext, { maxTries }: RepeatRule, number: number): RunContext {
  const perTry = run.retries + 1;
  const before = (run.firstAttempt - 1) * maxTries;
  return {
    ...run,
    firstAttempt: before + (number - 1) * perTry + 1,
    emit: (event: RunEvent) => run.emit('attempt' in event ? { ...event, try: number } : event),
  };
}

/** Returns the end of a test or a try after the outcome of one of its steps was revised. */
export function revisedEnd(
  was: FinishedTest | undefined,
  { outcome, failure }: StepRevised,
): FinishedTest {
  const turned = was ? afterRevision(was.outcome, outcome) : outcome;
  return { ...was, outcome: turned, ...(failure && { failure }) };
}

export function inOrder(ended: EndedTries): FinishedTest[] {
  return [...ended].sort(([a], [b]) => a - b).map(([, end]) => end);
}

function missingTries(ended: EndedTries): number[] {
  const last = Math.max(0, ...ended.keys());
  return Array.from({ length: last }, (_, at) => at + 1).filter((number) => !ended.has(number));
}

export const checksOf = (ended: EndedTries): number =>
  [...ended.values()].reduce((sum, { checks = 0 }) => sum + checks, 0);
