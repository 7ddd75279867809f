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
import { findProject } from '../projects/projects.ts';
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
  z.object({ organizationId: z.string(), projectId: z.string(), measurementId: z.string() }),
);

type Measuring = z.infer<(typeof measureJudgeJob)['payload']>;

/** Questions that are asked at the same time. */
const batchSize = 4;

/** Labels read at a time; a changed judge takes effect with the next ones. */
const readAtOnce = 10 * batchSize;

/** Time after which the work is queued again. */
const turnMs = 5 * 60_000;

/** Minimum time between rounds on the same labels, so that nobody repeats one until the result pleases. */
const roundEveryMs = 24 * 3_600_000;

/** A round that runs longer than this has lost its worker. */
const lostAfterMs = 30 * 60_000;

export async function startMeasuring(
  platform: Platform,
  scope: Scope,
  projectId: string,
): Promise<JudgeView> {
  const { clock } = platform;
  await inTransaction(scope, async (inside) => {
    const project = found(await findProject(inside, projectId));
    const measured = await readMeasured(platform, inside, project.id);
    const { settings, measurement } = measured;
    if (!settings) throw noJudge();
    const open = unmeasured(measured).length;
    const age = measurement ? clock.now().getTime() - measurement.startedAt.getTime() : 0;
    if (measurement?.isRunning && age < lostAfterMs) throw isRunning();
    const isOld = age > licenceDays * 24 * 3_600_000;
    const goesOn = measurement && open > 0 && !isOld;
    if (!goesOn && open === 0 && measurement && age < roundEveryMs) throw nothingToMeasure();
    if (open === 0 && !measurement) throw noLabels();
    const round = goesOn
      ? measurement
      : await insertMeasurement(inside, project.id, fingerprintOf(settings));
    if (goesOn) await updateMeasurement(inside, round.id, { isRunning: true, failure: null });
    await recordAudit(inside, { action: 'judge.measured', target: project.name });
    await send(platform, inside, round);
  });
  return presentJudge(platform, scope, projectId);
}

const send = ({ queue }: Platform, { db }: WorkScope, round: MeasurementRow): Promise<void> => {
  const { organizationId, projectId, id: measurementId } = round;
  return queue.send(db, measureJudgeJob, { organizationId, projectId, measurementId });
};

export async function measureJudge(
  platform: Platform,
  { organizationId, projectId, measurementId }: Measuring,
  signal: AbortSignal,
): Promise<void> {
  const scope = workScope(platform.db, organizationId);
  const until = Date.now() + turnMs;
  for (;;) {
    const measured = await readMeasured(platform, scope, projectId);
    const { settings, measurement, answers } = measured;
    if (!settings || measurement?.id !== measurementId) {
      return endRound(scope, measurementId, 'The judge was changed or measured again.');
    }
    const open = unmeasured(measured).slice(0, readAtOnce);
    if (open.length === 0) return endRound(scope, measurementId, null);
    if (signal.aborted || Date.now() > until) return send(platform, scope, measurement);
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

/** @returns why nothing was stored, if the judge answered no question: then the judge is unavailable, and no reply is to blame */
async function askAbout(
  scope: WorkScope,
  judge: Judge,
  { measurementId, batch, labels, isFirst }: Batch,
): Promise<string | undefined> {
  const ask = ({ said, reply, expected }: ReplyRow) => {
    const question = { said, actual: reply, expected };
    return judge(question).catch(() => judge(question));
  };
  const settled = await Promise.allSettled(batch.map(ask));
  const failed = settled.filter((one) => one.status === 'rejected');
  if (failed.length === settled.length && (isFirst || settled.length === batchSize))
    return String((failed[0]?.reason as Error | undefined)?.message ?? 'The judge did not answer.');
  for (const [at, { id }] of batch.entries()) {
    const one = settled[at];
    const label = labels.get(id);
    if (!one || !label) continue;
    const said =
      one.status === 'rejected'
        ? { answer: 'none' as const, reason: '', models: [] }
        : {
            answer: one.value.holds ? ('passed' as const) : ('failed' as const),
            reason: one.value.votes.find(({ holds }) => holds === one.value.holds)?.reason ?? '',
            models: one.value.by?.models ?? [],
          };
    await putAnswer(scope, { measurementId, replyId: id, label, ...said });
  }
  return undefined;
}

const noJudge = () =>
  new ApiError('conflict', {
    message: 'This installation has no judge.',
    hint: 'The operator sets PARLEY_JUDGE_URL and PARLEY_JUDGE_MODEL.',
  });

const isRunning = () =>
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
