/** Computes the stability of a project's judge from its second answers about the same replies. Pure. */
import { appliesTo, type JudgeSettings, judgeTokensAbout } from '@parley/engine';
import { type JudgePerturbation, judgePerturbations } from '@parley/suite';
import { judgeStability, type SecondVerdicts, type StabilityFigures } from '@parley/suite/gate';
import type { AnswerRow, LabelledReply, SecondAnswerRow } from './judges.queries.ts';

interface Asked {
  replies: readonly (LabelledReply & { state: string })[];
  answers: readonly AnswerRow[];
  seconds: readonly SecondAnswerRow[];
}

export interface SecondQuestion {
  replyId: string;
  perturbation: JudgePerturbation;
  before: 'passed' | 'failed';
  /** Total length of the texts that the judge reads for this question. */
  characters: number;
}

/** Lists all applicable questions about replies whose first answer counts, including those that were already asked. */
export function secondQuestions({ replies, answers }: Asked): SecondQuestion[] {
  const byId = new Map(replies.map((reply) => [reply.id, reply]));
  return answers.flatMap(({ replyId, label, answer: before }) => {
    const reply = byId.get(replyId);
    if (!reply || reply.isInRubric || reply.state !== label || before === 'none') return [];
    return judgePerturbations
      .filter((perturbation) => appliesTo(perturbation, reply))
      .map((perturbation) => {
        const more = perturbation === 'length' ? reply.replyLength : 0;
        return { replyId, perturbation, before, characters: reply.characters + more };
      });
  });
}

/**
 * Lists the questions that were not asked yet, grouped by reply, so that a round that stops early has covered each
 * perturbation.
 */
export function openQuestions(asked: Asked): SecondQuestion[] {
  const done = new Set(asked.seconds.map(keyOf));
  return secondQuestions(asked).filter((question) => !done.has(keyOf(question)));
}

const keyOf = ({ replyId, perturbation }: Pick<SecondQuestion, 'replyId' | 'perturbation'>) =>
  `${perturbation} ${replyId}`;

/**
 * Counts flips by the label that a reply had when the judge answered, so that a flip does not disappear when somebody disputes
 * the label.
 */
export function stabilityOf(
  { answers, seconds, replies }: Asked,
  perturbation: JudgePerturbation,
): StabilityFigures {
  const labels = new Map(answers.map(({ replyId, label }) => [replyId, label]));
  const quoted = new Set(replies.filter(({ isInRubric }) => isInRubric).map(({ id }) => id));
  const counts: Record<'passed' | 'failed', SecondVerdicts> = {
    failed: { same: 0, flipped: 0, lost: 0 },
    passed: { same: 0, flipped: 0, lost: 0 },
  };
  for (const { replyId, before, answer, perturbation: by } of seconds) {
    const label = labels.get(replyId);
    if (by !== perturbation || !label || quoted.has(replyId)) continue;
    const kind = answer === 'none' ? 'lost' : answer === before ? 'same' : 'flipped';
    counts[label][kind] += 1;
  }
  return judgeStability(counts.failed, counts.passed);
}

const inWords: Record<JudgePerturbation, string> = {
  repeat: 'when it was asked the same thing again',
  order: 'when the expectations came first and in reverse order',
  length: 'when it was shown the reply twice in a row',
  wording: 'when its instructions were reworded',
  language: 'when its instructions were in another language',
};

/** @returns why flips suspend the license; undefined if they do not */
export function whyUnstable(asked: Asked): string | undefined {
  for (const perturbation of judgePerturbations) {
    const { failed, passed, isUnstable } = stabilityOf(asked, perturbation);
    if (!isUnstable) continue;
    const counts = [
      failed.wrong > 0 && `${failed.wrong} of ${failed.of} replies that people failed`,
      passed.wrong > 0 && `${passed.wrong} of ${passed.of} replies that people passed`,
    ];
    return `its verdict changed on ${counts.filter(Boolean).join(' and ')} ${inWords[perturbation]}; make its rules clearer, use more votes, or label more replies`;
  }
  return undefined;
}

/** Estimates the requests and tokens that questions will take. */
export function costOf(
  settings: JudgeSettings,
  questions: readonly { characters: number }[],
): { requests: number; tokens: number } {
  const votes = settings.votes ?? 1;
  const tokens = questions.reduce(
    (sum, { characters }) => sum + judgeTokensAbout(settings, characters),
    0,
  );
  return { requests: questions.length * votes, tokens: tokens * votes };
}
