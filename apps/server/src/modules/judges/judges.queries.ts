import { and, asc, desc, eq, inArray, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm';
import {
  judgeAnswers,
  judgeLabels,
  judgeMeasurements,
  judgeReplies,
  judgeSecondAnswers,
  judges,
  namedJudges,
} from '../../db/schema/judges.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import { newId } from '../../platform/security/ids.ts';
import type { Label } from './label-of.ts';

/** Settings of a judge of a project. */
export type JudgeRow = Pick<
  typeof judges.$inferSelect,
  'model' | 'rubric' | 'votes' | 'needed' | 'version'
>;
export type ReplyRow = typeof judgeReplies.$inferSelect;
export type LabelRow = typeof judgeLabels.$inferSelect;
export type MeasurementRow = typeof judgeMeasurements.$inferSelect;
export type AnswerRow = typeof judgeAnswers.$inferSelect;
export type SecondAnswerRow = typeof judgeSecondAnswers.$inferSelect;

/** @param name null for the default judge */
export async function findJudge(
  scope: WorkScope,
  projectId: string,
  name: string | null,
): Promise<JudgeRow | undefined> {
  const { db, organizationId } = scope;
  if (name !== null) return (await listNamedJudges(scope, projectId, name))[0];
  const [row] = await db
    .select()
    .from(judges)
    .where(and(eq(judges.organizationId, organizationId), eq(judges.projectId, projectId)));
  return row;
}

export function listNamedJudges(
  { db, organizationId }: WorkScope,
  projectId: string,
  name?: string,
): Promise<(JudgeRow & { name: string })[]> {
  return db
    .select()
    .from(namedJudges)
    .where(
      and(
        eq(namedJudges.organizationId, organizationId),
        eq(namedJudges.projectId, projectId),
        name === undefined ? undefined : eq(namedJudges.name, name),
      ),
    )
    .orderBy(asc(namedJudges.name));
}

export async function deleteNamedJudge(
  { db, organizationId }: Scope,
  projectId: string,
  name: string,
): Promise<boolean> {
  const deleted = await db
    .delete(namedJudges)
    .where(
      and(
        eq(namedJudges.organizationId, organizationId),
        eq(namedJudges.projectId, projectId),
        eq(namedJudges.name, name),
      ),
    )
    .returning({ name: namedJudges.name });
  return deleted.length > 0;
}

type JudgeChange = Pick<JudgeRow, 'model' | 'rubric' | 'votes' | 'needed'>;

/**
 * @param version 0 if the judge must not exist; without a version, the change always applies
 * @returns undefined if the judge no longer has `version`
 */
export async function putJudge(
  scope: Scope,
  projectId: string,
  name: string | null,
  change: JudgeChange,
  version: number | undefined,
): Promise<JudgeRow | undefined> {
  const { db, organizationId } = scope;
  if (name !== null) return putNamedJudge(scope, { projectId, name }, change, version);
  const [row] = await db
    .insert(judges)
    .values({ ...change, projectId, organizationId })
    .onConflictDoUpdate({
      target: judges.projectId,
      set: { ...change, version: sql`${judges.version} + 1`, modifiedAt: sql`now()` },
      ...(version !== undefined && { setWhere: eq(judges.version, version) }),
    })
    .returning();
  return row;
}

async function putNamedJudge(
  { db, organizationId }: Scope,
  place: { projectId: string; name: string },
  change: JudgeChange,
  version: number | undefined,
): Promise<JudgeRow | undefined> {
  const [row] = await db
    .insert(namedJudges)
    .values({ ...change, ...place, organizationId })
    .onConflictDoUpdate({
      target: [namedJudges.projectId, namedJudges.name],
      set: { ...change, version: sql`${namedJudges.version} + 1`, modifiedAt: sql`now()` },
      ...(version !== undefined && { setWhere: eq(namedJudges.version, version) }),
    })
    .returning();
  return row;
}

export function countReplies(scope: WorkScope, projectId: string): Promise<number> {
  return scope.db.$count(judgeReplies, repliesOf(scope, projectId));
}

type NewReply = Omit<
  typeof judgeReplies.$inferInsert,
  'id' | 'organizationId' | 'projectId' | 'createdAt' | 'settled'
>;

/** @returns the number of replies that were new */
export async function insertReplies(
  { db, organizationId }: WorkScope,
  projectId: string,
  replies: readonly NewReply[],
): Promise<number> {
  if (replies.length === 0) return 0;
  const rows = replies.map((reply) => ({ ...reply, id: newId(), organizationId, projectId }));
  const added = await db
    .insert(judgeReplies)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: judgeReplies.id });
  return added.length;
}

/** Locks a reply until the transaction ends. */
export async function lockReply(
  scope: Scope,
  projectId: string,
  id: string,
): Promise<ReplyRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(judgeReplies)
    .where(and(repliesOf(scope, projectId), eq(judgeReplies.id, id)))
    .for('update');
  return row;
}

export function listLabelsOf({ db, organizationId }: Scope, replyId: string): Promise<LabelRow[]> {
  return db
    .select()
    .from(judgeLabels)
    .where(and(eq(judgeLabels.organizationId, organizationId), eq(judgeLabels.replyId, replyId)));
}

/** @returns true if a judge was already asked about the reply */
export async function wasAnswered(scope: Scope, replyId: string): Promise<boolean> {
  const answers = scope.db.$count(
    judgeAnswers,
    and(
      eq(judgeAnswers.organizationId, scope.organizationId),
      eq(judgeAnswers.replyId, replyId),
    ) as SQL,
  );
  return (await answers) > 0;
}

export async function putLabel(
  { db, organizationId, actor }: Scope,
  { projectId, id: replyId }: Pick<ReplyRow, 'projectId' | 'id'>,
  label: Label,
  isBlind: boolean,
): Promise<void> {
  await db
    .insert(judgeLabels)
    .values({
      id: newId(),
      organizationId,
      projectId,
      replyId,
      userId: actor.userId,
      label,
      isBlind,
    })
    .onConflictDoUpdate({
      target: [judgeLabels.replyId, judgeLabels.userId],
      set: { label, isBlind, labelledAt: sql`now()` },
    });
}

export async function deleteLabel(
  { db, organizationId, actor }: Scope,
  replyId: string,
): Promise<void> {
  await db
    .delete(judgeLabels)
    .where(
      and(
        eq(judgeLabels.organizationId, organizationId),
        eq(judgeLabels.replyId, replyId),
        eq(judgeLabels.userId, actor.userId),
      ),
    );
}

export async function settleReply(scope: Scope, id: string, settled: Label | null): Promise<void> {
  await scope.db
    .update(judgeReplies)
    .set({ settled })
    .where(and(eq(judgeReplies.organizationId, scope.organizationId), eq(judgeReplies.id, id)));
}

/** Sets the language of replies that were collected before it was known. */
export async function fillLanguage(
  scope: WorkScope,
  projectId: string,
  digests: readonly string[],
  language: string,
): Promise<void> {
  await scope.db
    .update(judgeReplies)
    .set({ language })
    .where(
      and(
        repliesOf(scope, projectId),
        inArray(judgeReplies.digest, [...digests]),
        isNull(judgeReplies.language),
      ),
    );
}

/** A reply with its labels, but without its text. */
export interface LabelledReply {
  id: string;
  settled: Label | null;
  /** True if the judge's rules quote the reply. */
  isInRubric: boolean;
  labels: { label: Label; isBlind: boolean }[];
  expected: string[];
  language: string | null;
  replyLength: number;
  /** Total length of the texts that a judge reads for this reply. */
  characters: number;
}

/** Lists the replies of a project with their labels, in the order in which the judge is asked about them. */
export function listLabelled(
  scope: WorkScope,
  projectId: string,
  rubric: string,
): Promise<LabelledReply[]> {
  const quoted = sql<boolean>`strpos(${inOneCase(sql`${rubric}::text`)}, ${inOneCase(sql`${judgeReplies.reply}`)}) > 0`;
  // Names are written out here, because columns of a selected expression are rendered without their table.
  const labels = sql<LabelledReply['labels']>`coalesce((
    select json_agg(json_build_object('label', own.label, 'isBlind', own.is_blind))
    from judge_labels as own where own.reply_id = judge_replies.id), '[]')`;
  return scope.db
    .select({
      id: judgeReplies.id,
      settled: judgeReplies.settled,
      isInRubric: quoted,
      labels,
      expected: judgeReplies.expected,
      language: judgeReplies.language,
      replyLength: sql<number>`length(${judgeReplies.reply})`,
      characters: sql<number>`length(${judgeReplies.said}) + length(${judgeReplies.reply}) + length(${judgeReplies.expected}::text)`,
    })
    .from(judgeReplies)
    .where(repliesOf(scope, projectId))
    .orderBy(asc(judgeReplies.digest));
}

const inOneCase = (value: SQL) => sql`regexp_replace(lower(trim(${value})), '\\s+', ' ', 'g')`;

/**
 * Lists unsettled replies that the caller has not labeled: those without labels or, with `isSecond`, those that others labeled.
 */
export function listToLabel(
  scope: Scope,
  projectId: string,
  isSecond: boolean,
  limit: number,
): Promise<ReplyRow[]> {
  const { db, actor } = scope;
  const labels = (own: boolean) =>
    db
      .select({ one: sql`1` })
      .from(judgeLabels)
      .where(
        and(
          eq(judgeLabels.replyId, judgeReplies.id),
          own ? eq(judgeLabels.userId, actor.userId) : undefined,
        ),
      );
  return (
    db
      .select()
      .from(judgeReplies)
      .where(
        and(
          repliesOf(scope, projectId),
          isNull(judgeReplies.settled),
          isSecond
            ? and(sql`exists ${labels(false)}`, notExists(labels(true)))
            : notExists(labels(false)),
        ),
      )
      // Replies with an overridden verdict come first. The order of the rest does not depend on any verdict.
      .orderBy(desc(judgeReplies.isOverridden), asc(judgeReplies.digest))
      .limit(limit)
  );
}

export function listReplies(
  scope: WorkScope,
  projectId: string,
  ids: readonly string[],
): Promise<ReplyRow[]> {
  return scope.db
    .select()
    .from(judgeReplies)
    .where(and(repliesOf(scope, projectId), inArray(judgeReplies.id, [...ids])))
    .orderBy(asc(judgeReplies.digest));
}

/**
 * Finds the latest measurement of a project's judge, by its fingerprint whatever its name was, or by its name whatever its
 * settings were.
 */
export async function findMeasurement(
  { db, organizationId }: WorkScope,
  projectId: string,
  of: { fingerprint: string } | { name: string | null },
): Promise<MeasurementRow | undefined> {
  const [row] = await db
    .select()
    .from(judgeMeasurements)
    .where(
      and(
        eq(judgeMeasurements.organizationId, organizationId),
        eq(judgeMeasurements.projectId, projectId),
        'fingerprint' in of
          ? eq(judgeMeasurements.fingerprint, of.fingerprint)
          : of.name === null
            ? isNull(judgeMeasurements.judgeName)
            : eq(judgeMeasurements.judgeName, of.name),
      ),
    )
    .orderBy(desc(judgeMeasurements.startedAt), desc(judgeMeasurements.id))
    .limit(1);
  return row;
}

export async function insertMeasurement(
  { db, organizationId }: WorkScope,
  projectId: string,
  fingerprint: string,
  judgeName: string | null,
): Promise<MeasurementRow> {
  const [row] = await db
    .insert(judgeMeasurements)
    .values({ id: newId(), organizationId, projectId, fingerprint, judgeName, isRunning: true })
    .returning();
  return row as MeasurementRow;
}

export async function updateMeasurement(
  { db, organizationId }: WorkScope,
  id: string,
  change: Partial<Omit<MeasurementRow, 'id' | 'organizationId' | 'projectId' | 'fingerprint'>>,
): Promise<void> {
  await db
    .update(judgeMeasurements)
    .set(change)
    .where(and(eq(judgeMeasurements.organizationId, organizationId), eq(judgeMeasurements.id, id)));
}

export function listAnswers(
  { db, organizationId }: WorkScope,
  measurementId: string,
): Promise<AnswerRow[]> {
  return db
    .select()
    .from(judgeAnswers)
    .where(
      and(
        eq(judgeAnswers.organizationId, organizationId),
        eq(judgeAnswers.measurementId, measurementId),
      ),
    );
}

/**
 * Stores an answer. The first answer to a label stays, so that workers that overlap don't ask until the answer is the desired
 * one.
 */
export async function putAnswer(
  { db, organizationId }: WorkScope,
  answer: Omit<typeof judgeAnswers.$inferInsert, 'organizationId' | 'answeredAt'>,
): Promise<void> {
  const { measurementId: _, replyId: __, ...said } = answer;
  await db
    .insert(judgeAnswers)
    .values({ ...answer, organizationId })
    .onConflictDoUpdate({
      target: [judgeAnswers.measurementId, judgeAnswers.replyId],
      set: { ...said, answeredAt: sql`now()` },
      setWhere: ne(judgeAnswers.label, answer.label),
    });
}

export function listSecondAnswers(
  { db, organizationId }: WorkScope,
  measurementId: string,
): Promise<SecondAnswerRow[]> {
  return db
    .select()
    .from(judgeSecondAnswers)
    .where(
      and(
        eq(judgeSecondAnswers.organizationId, organizationId),
        eq(judgeSecondAnswers.measurementId, measurementId),
      ),
    );
}

/**
 * Stores answers of the round. The first answer to a question stays, so that nobody can ask until the answer is the desired
 * one.
 *
 * @returns false if the round was cancelled; the answers are stored nevertheless
 */
export async function putSecondAnswers(
  { db, organizationId }: WorkScope,
  measurementId: string,
  answers: readonly Omit<SecondAnswerRow, 'organizationId' | 'measurementId'>[],
): Promise<boolean> {
  if (answers.length > 0)
    await db
      .insert(judgeSecondAnswers)
      .values(answers.map((answer) => ({ ...answer, measurementId, organizationId })))
      .onConflictDoNothing();
  const [row] = await db
    .select({ perturbing: judgeMeasurements.perturbing })
    .from(judgeMeasurements)
    .where(
      and(
        eq(judgeMeasurements.organizationId, organizationId),
        eq(judgeMeasurements.id, measurementId),
      ),
    );
  return row?.perturbing != null;
}

const repliesOf = ({ organizationId }: WorkScope, projectId: string) =>
  and(eq(judgeReplies.organizationId, organizationId), eq(judgeReplies.projectId, projectId));
