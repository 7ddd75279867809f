/** Asks a judge several questions at the same time. */
import type { Judge, Question } from '@parley/engine';

/** Number of questions to ask at the same time. */
export const batchSize = 4;

/** Number of labels to read at a time; a changed judge takes effect with the next ones. */
export const readAtOnce = 10 * batchSize;

/** Maximum duration of a job; the remaining questions are queued as a new one. */
export const turnMs = 5 * 60_000;

/** Time after which a running round counts as lost with its worker. */
export const lostAfterMs = 30 * 60_000;

/** Failure of a round that a person has stopped. */
export const cancelled = 'It was cancelled.';

export interface JudgesAnswer {
  answer: 'passed' | 'failed' | 'none';
  reason: string;
  models: string[];
}

/**
 * Asks a judge each question, and once more if the first request fails.
 *
 * @param isFirst true if the judge has not answered any question of this round yet
 * @returns the answers, or the failure if no question was answered and the judge seems unavailable, so that no reply is to
 * blame
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
