/** Asks a judge several questions at the same time. */
import type { Judge, Question } from '@parley/engine';

/** Questions that are asked at the same time. */
export const batchSize = 4;

/** Labels read at a time; a changed judge takes effect with the next ones. */
export const readAtOnce = 10 * batchSize;

/** Time after which the work is queued again. */
export const turnMs = 5 * 60_000;

/** A round that runs longer than this has lost its worker. */
export const lostAfterMs = 30 * 60_000;

/** Set as the failure of a round that a person has stopped. */
export const cancelled = 'It was cancelled.';

export interface JudgesAnswer {
  answer: 'passed' | 'failed' | 'none';
  reason: string;
  models: string[];
}

/**
 * @param isFirst true if nothing shows yet that the judge answers at all
 * @returns why there are no answers if the judge is unavailable: then no reply is to blame
 */
export async function askJudge(
  judge: Judge,
  questions: readonly Question[],
  isFirst: boolean,
): Promise<{ answers: JudgesAnswer[]; failure?: undefined } | { failure: string }> {
  const settled = await Promise.allSettled(
    questions.map((question) => judge(question).catch(() => judge(question))),
  );
  const failed = settled.filter((one) => one.status === 'rejected');
  if (failed.length === settled.length && (isFirst || settled.length === batchSize)) {
    const reason = failed[0]?.reason as Error | undefined;
    return { failure: reason?.message ?? 'The judge did not answer.' };
  }
  const answers = settled.map((one): JudgesAnswer => {
    if (one.status === 'rejected') return { answer: 'none', reason: '', models: [] };
    const { holds, votes, by } = one.value;
    return {
      answer: holds ? 'passed' : 'failed',
      reason: votes.find((vote) => vote.holds === holds)?.reason ?? '',
      models: by?.models ?? [],
    };
  });
  return { answers };
}
