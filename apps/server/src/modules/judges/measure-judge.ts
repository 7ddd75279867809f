/** Asks a judge about labeled replies. Each answer is stored immediately, so interrupted work resumes where it stopped. */
import type { JudgeView } from '@parley/contract';
import { createJudge, type Judge } from '@parley/engine';
import * as z from 'zod';
import {
  inTransaction,
  type Scope,
  type WorkScope,
  workScope,
} from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import { defineJob } from '../../platform/queue/queue.ts';
import { recordAudit } from '../audit/audit.ts';
import { findProject, lockProject } from '../projects/projects.ts';
import { askJudge, batchSize, lostAfterMs, readAtOnce, turnMs } from './ask-judge.ts';
import { fingerprintOf } from './judge-settings-of.ts';
import {
  insertMeasurement,
  listReplies,
  type MeasurementRow,
  putAnswer,
  type ReplyRow,
  updateMeasurement,
} from './judges.queries.ts';
import type { Label } from './label-of.ts';
import { licenceDays, presentJudge, readMeasured, unmeasured } from './licence-of-project.ts';

export const measureJudgeJob = defineJob(
  'judges.measure',
  z.object({
    organizationId: z.string(),
    projectId: z.string(),
    measurementId: z.string(),
    /** Name of the judge; null for the default judge, as in jobs of earlier releases. */
    judge: z.string().nullable().default(null),
  }),
);

type Measuring = z.infer<(typeof measureJudgeJob)['payload']>;

/** A judge of a project. */
export interface JudgePlace {
  projectId: string;
  /** Null for the default judge. */
  judge: string | null;
}

/** Minimum time between rounds on the same labels, so that nobody repeats one until the result is the desired one. */
const roundEveryMs = 24 * 3_600_000;

export async function startMeasuring(
  platform: Platform,
  scope: Scope,
  { projectId, judge: name }: JudgePlace,
): Promise<JudgeView> {
  const { clock } = platform;
  await inTransaction(scope, async (inside) => {
    const project = found(await findProject(inside, projectId));
    await lockProject(inside, project.id);
    const measured = await readMeasured(platform, inside, project.id, name);
    const { settings, measurement } = measured;
    if (!settings) throw noJudge();
    const open = unmeasured(measured).length;
    const age = measurement ? clock.now().getTime() - measurement.startedAt.getTime() : 0;
    if (measurement?.isRunning && age < lostAfterMs) throw isRunning();
    if (measurement?.perturbing) throw isRunning();
    const isOld = age > licenceDays * 24 * 3_600_000;
    const goesOn = measurement && open > 0 && !isOld;
    if (!goesOn && open === 0 && measurement && age < roundEveryMs) throw nothingToMeasure();
    if (open === 0 && !measurement) throw noLabels();
    const round = goesOn
      ? measurement
      : await insertMeasurement(inside, project.id, fingerprintOf(settings), name);
    if (goesOn) await updateMeasurement(inside, round.id, { isRunning: true, failure: null });
    await recordAudit(inside, { action: 'judge.measured', target: nameInAudit(project, name) });
    await send(platform, inside, round, name);
  });
  return presentJudge(platform, scope, projectId, name);
}

/** @returns the target of an audit log entry: the project, with the name of the judge if it has one */
export const nameInAudit = (project: { name: string }, name: string | null): string =>
  name === null ? project.name : `${project.name}: ${name}`;

const send = (
  { queue }: Platform,
  { db }: WorkScope,
  round: MeasurementRow,
  judge: string | null,
): Promise<void> => {
  const { organizationId, projectId, id: measurementId } = round;
  return queue.send(db, measureJudgeJob, { organizationId, projectId, measurementId, judge });
};

export async function measureJudge(
  platform: Platform,
  { organizationId, projectId, measurementId, judge: name }: Measuring,
  signal: AbortSignal,
): Promise<void> {
  const scope = workScope(platform.db, organizationId);
  const until = Date.now() + turnMs;
  for (;;) {
    const measured = await readMeasured(platform, scope, projectId, name);
    const { settings, measurement, answers } = measured;
    if (!settings || measurement?.id !== measurementId) {
      return endRound(scope, measurementId, 'The judge was changed or measured again.');
    }
    // Somebody cancelled the round.
    if (!measurement.isRunning) return;
    const open = unmeasured(measured).slice(0, readAtOnce);
    if (open.length === 0) return endRound(scope, measurementId, null);
    if (signal.aborted || Date.now() > until) return send(platform, scope, measurement, name);
    const labels = new Map(open.map(({ id, state }) => [id, state]));
    const replies = await listReplies(scope, projectId, [...labels.keys()]);
    const judge = createJudge(settings);
    let isFirst = answers.length === 0;
    for (let at = 0; at < replies.length && !signal.aborted; at += batchSize) {
      const batch = replies.slice(at, at + batchSize);
      const failure = await askAbout(scope, judge, { measurementId, batch, labels, isFirst });
      if (failure !== undefined) return endRound(scope, measurementId, failure);
      isFirst = false;
    }
  }
}

const endRound = (scope: WorkScope, id: string, failure: string | null) =>
  updateMeasurement(scope, id, { isRunning: false, failure });

interface Batch {
  measurementId: string;
  batch: readonly ReplyRow[];
  labels: ReadonlyMap<string, Label>;
  isFirst: boolean;
}

/**
 * Asks about a batch of replies and stores the answers.
 *
 * @returns the failure if the judge is unavailable; then nothing is stored, because no reply is to blame
 */
async function askAbout(
  scope: WorkScope,
  judge: Judge,
  { measurementId, batch, labels, isFirst }: Batch,
): Promise<string | undefined> {
  const questions = batch.map(({ said, reply, expected }) => ({ said, actual: reply, expected }));
  const said = await askJudge(judge, questions, isFirst);
  if (said.failure !== undefined) return said.failure;
  for (const [at, { id }] of batch.entries()) {
    const answer = said.answers[at];
    const label = labels.get(id);
    if (answer && label) await putAnswer(scope, { measurementId, replyId: id, label, ...answer });
  }
  return undefined;
}

export const noJudge = () =>
  new ApiError('conflict', {
    message: 'This installation has no judge.',
    hint: 'The operator sets PARLEY_JUDGE_URL and PARLEY_JUDGE_MODEL.',
  });

export const isRunning = () =>
  new ApiError('conflict', {
    message: 'The judge is being measured.',
    hint: 'Wait until it has answered.',
  });

const noLabels = () =>
  new ApiError('conflict', {
    message: 'No replies are labeled yet.',
    hint: 'Label replies first.',
  });

const nothingToMeasure = () =>
  new ApiError('conflict', {
    message: 'The judge was asked about all labels less than a day ago.',
    hint: 'Label more replies, or change the judge.',
  });
