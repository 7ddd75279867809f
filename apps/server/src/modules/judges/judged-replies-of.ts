import type { judges as endpoints, JudgedReply, Query } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import { findProject } from '../projects/projects.ts';
import {
  type AnswerRow,
  listLabelsOf,
  listReplies,
  listToLabel,
  type ReplyRow,
  type SecondAnswerRow,
} from './judges.queries.ts';
import { readMeasured } from './licence-of-project.ts';

/**
 * Lists replies to label, without the labels of other people or the verdict of a judge; or disputed, misjudged or flipped
 * replies, with them.
 */
export async function judgedRepliesOf(
  platform: Platform,
  scope: Scope,
  projectId: string,
  { show, limit, judge }: Query<typeof endpoints.listJudgedReplies>,
): Promise<JudgedReply[]> {
  const project = found(await findProject(scope, projectId));
  if (show === 'open' || show === 'second') {
    const rows = await listToLabel(scope, project.id, show === 'second', limit);
    return rows.map((row) => ({ ...presentReply(row), label: null }));
  }
  const { replies, answers, seconds } = await readMeasured(
    platform,
    scope,
    project.id,
    judge ?? null,
  );
  const wrong = new Map(
    answers.filter(({ label, answer }) => label !== answer).map((one) => [one.replyId, one]),
  );
  const flipped = Map.groupBy(
    seconds.filter(({ before, answer }) => before !== answer),
    ({ replyId }) => replyId,
  );
  const isShown = {
    disputed: ({ state }: { state: string }) => state === 'disputed',
    mistakes: ({ id }: { id: string }) => wrong.has(id),
    flipped: ({ id }: { id: string }) => flipped.has(id),
  }[show];
  const ids = replies.filter(isShown).map(({ id }) => id);
  const rows = await listReplies(scope, project.id, ids.slice(0, limit));
  return Promise.all(
    rows.map(async (row) => ({
      ...(await withLabels(scope, row, wrong.get(row.id))),
      ...(show === 'flipped' && { flips: (flipped.get(row.id) ?? []).map(presentFlip) }),
    })),
  );
}

const presentFlip = ({ perturbation, before, answer, reason }: SecondAnswerRow) => ({
  perturbation,
  before,
  answer,
  reason,
});

async function withLabels(
  scope: Scope,
  row: ReplyRow,
  answer: AnswerRow | undefined,
): Promise<JudgedReply> {
  const labels = await listLabelsOf(scope, row.id);
  const count = (label: 'passed' | 'failed') => labels.filter((one) => one.label === label).length;
  return {
    ...presentReply(row),
    label: labels.find(({ userId }) => userId === scope.actor.userId)?.label ?? null,
    labels: { passed: count('passed'), failed: count('failed') },
    ...(answer && { verdict: { answer: answer.answer, reason: answer.reason } }),
  };
}

const presentReply = ({ id, suiteName, testName, said, reply, expected }: ReplyRow) => ({
  id,
  suiteName,
  testName,
  said,
  reply,
  expected,
});
