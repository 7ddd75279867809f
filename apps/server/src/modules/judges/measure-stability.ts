/** Asks a judge about labeled replies again, in other forms that must not change its verdict. */
import type { Body, judges as endpoints, JudgeView } from '@parley/contract';
import { createJudge, perturbQuestion } from '@parley/engine';
import * as z from 'zod';
import { inTransaction, type Scope, workScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import { defineJob } from '../../platform/queue/queue.ts';
import { recordAudit } from '../audit/audit.ts';
import { findProject, lockProject } from '../projects/projects.ts';
import { askJudge, batchSize, cancelled, lostAfterMs, readAtOnce, turnMs } from './ask-judge.ts';
import {
  listReplies,
  putSecondAnswers,
  type ReplyRow,
  updateMeasurement,
} from './judges.queries.ts';
import { licenceDays, presentJudge, readMeasured } from './licence-of-project.ts';
import { isRunning, type JudgePlace, nameInAudit, noJudge } from './measure-judge.ts';
import { openQuestions } from './stability-of.ts';

export const measureStabilityJob = defineJob(
  'judges.measure-stability',
  z.object({
    organizationId: z.string(),
    projectId: z.string(),
    measurementId: z.string(),
    /** Name of the judge; null for the default judge, as in jobs of earlier releases. */
    judge: z.string().nullable().default(null),
  }),
);

type Measuring = z.infer<(typeof measureStabilityJob)['payload']>;

export async function startStability(
  platform: Platform,
  scope: Scope,
  { projectId, judge: name }: JudgePlace,
  { perturbations }: Body<typeof endpoints.measureStability>,
): Promise<JudgeView> {
  const { clock, queue } = platform;
  await inTransaction(scope, async (inside) => {
    const project = found(await findProject(inside, projectId));
    await lockProject(inside, project.id);
    const measured = await readMeasured(platform, inside, project.id, name);
    const { settings, measurement } = measured;
    if (!settings) throw noJudge();
    const now = clock.now();
    const age = measurement ? now.getTime() - measurement.startedAt.getTime() : Infinity;
    if (!measurement || age > licenceDays * 24 * 3_600_000) throw notMeasured();
    const since = measurement.perturbingSince?.getTime() ?? 0;
    const isAsked = measurement.perturbing !== null && now.getTime() - since < lostAfterMs;
    if (isAsked || (measurement.isRunning && age < lostAfterMs)) throw isRunning();
    const open = openQuestions(measured);
    if (!open.some(({ perturbation }) => perturbations.includes(perturbation)))
      throw nothingToAsk();
    await updateMeasurement(inside, measurement.id, {
      perturbing: perturbations,
      perturbingSince: now,
      perturbingFailure: null,
    });
    await recordAudit(inside, {
      action: 'judge.stability-measured',
      target: nameInAudit(project, name),
    });
    const { organizationId, id: measurementId } = measurement;
    await queue.send(inside.db, measureStabilityJob, {
      organizationId,
      projectId: project.id,
      measurementId,
      judge: name,
    });
  });
  return presentJudge(platform, scope, projectId, name);
}

/** Stops the running measurement. Answers given so far are kept and count. */
export async function cancelMeasuring(
  platform: Platform,
  scope: Scope,
  { projectId, judge: name }: JudgePlace,
): Promise<JudgeView> {
  await inTransaction(scope, async (inside) => {
    const project = found(await findProject(inside, projectId));
    await lockProject(inside, project.id);
    const { measurement } = await readMeasured(platform, inside, project.id, name);
    if (!measurement || !(measurement.isRunning || measurement.perturbing)) throw nothingRunning();
    await updateMeasurement(inside, measurement.id, {
      ...(measurement.isRunning && { isRunning: false, failure: cancelled }),
      ...(measurement.perturbing && { perturbing: null, perturbingFailure: cancelled }),
    });
    await recordAudit(inside, {
      action: 'judge.measurement-cancelled',
      target: nameInAudit(project, name),
    });
  });
  return presentJudge(platform, scope, projectId, name);
}

export async function measureStability(
  platform: Platform,
  { organizationId, projectId, measurementId, judge: name }: Measuring,
  signal: AbortSignal,
): Promise<void> {
  const scope = workScope(platform.db, organizationId);
  const end = (perturbingFailure: string | null) =>
    updateMeasurement(scope, measurementId, { perturbing: null, perturbingFailure });
  const until = Date.now() + turnMs;
  for (;;) {
    const measured = await readMeasured(platform, scope, projectId, name);
    const { settings, measurement, seconds } = measured;
    if (!settings || measurement?.id !== measurementId)
      return end('The judge was changed or measured again.');
    const { perturbing } = measurement;
    // Somebody cancelled the round.
    if (perturbing === null) return;
    const open = openQuestions(measured)
      .filter(({ perturbation }) => perturbing.includes(perturbation))
      .slice(0, readAtOnce);
    if (open.length === 0) return end(null);
    if (signal.aborted || Date.now() > until)
      return platform.queue.send(scope.db, measureStabilityJob, {
        organizationId,
        projectId,
        measurementId,
        judge: name,
      });
    const ids = new Set(open.map(({ replyId }) => replyId));
    const rows = await listReplies(scope, projectId, [...ids]);
    const byId = new Map(rows.map((reply) => [reply.id, reply]));
    const judge = createJudge(settings);
    let isFirst = seconds.length === 0;
    for (let at = 0; at < open.length && !signal.aborted; at += batchSize) {
      const batch = open.slice(at, at + batchSize).flatMap((question) => {
        const reply = byId.get(question.replyId);
        return reply ? { ...question, reply } : [];
      });
      const asked = batch.map(({ reply, perturbation }) =>
        perturbQuestion(questionAbout(reply), perturbation, reply.language),
      );
      const said = await askJudge(judge, asked, isFirst);
      if (said.failure !== undefined) return end(said.failure);
      const rowsToKeep = batch.flatMap(({ replyId, perturbation, before }, one) => {
        const answer = said.answers[one];
        return answer
          ? { replyId, perturbation, before, answer: answer.answer, reason: answer.reason }
          : [];
      });
      if (!(await putSecondAnswers(scope, measurementId, rowsToKeep))) return;
      isFirst = false;
    }
  }
}

const questionAbout = ({ said, reply: actual, expected }: ReplyRow) => ({ said, actual, expected });

const notMeasured = () =>
  new ApiError('conflict', {
    message: 'The judge is not measured yet, or its measurement is too old.',
    hint: 'Measure it on your labels first.',
  });

const nothingToAsk = () =>
  new ApiError('conflict', {
    message: 'The judge was already asked about all labeled replies in these ways.',
    hint: 'Label more replies, or change the judge.',
  });

const nothingRunning = () =>
  new ApiError('conflict', {
    message: 'No measurement is running.',
    hint: 'Reload the page.',
  });
