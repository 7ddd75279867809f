import type { JudgePerturbation } from '@parley/suite';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { projects } from './projects.ts';
import { users } from './users.ts';

const organizationId = () =>
  text('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

const projectId = () =>
  text('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' });

/** Judge settings of a project. Null means the installation's setting. */
export const judges = pgTable(
  'judges',
  {
    projectId: projectId().primaryKey(),
    organizationId: organizationId(),
    model: text('model'),
    rubric: text('rubric').notNull(),
    votes: integer('votes'),
    needed: integer('needed'),
    version: integer('version').notNull().default(1),
    modifiedAt: timestamp('modified_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('judges_organization').on(table.organizationId)],
);

/** Further judges of a project, which suites ask for by name. Null means the installation's setting. */
export const namedJudges = pgTable(
  'named_judges',
  {
    projectId: projectId(),
    name: text('name').notNull(),
    organizationId: organizationId(),
    model: text('model'),
    rubric: text('rubric').notNull(),
    votes: integer('votes'),
    needed: integer('needed'),
    version: integer('version').notNull().default(1),
    modifiedAt: timestamp('modified_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.name] }),
    index('named_judges_organization').on(table.organizationId),
  ],
);

/** Replies and their expectations, copied from runs because runs are deleted earlier. */
export const judgeReplies = pgTable(
  'judge_replies',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    projectId: projectId(),
    /** Hash that is equal for the same reply and expectation, ignoring case and whitespace. */
    digest: text('digest').notNull(),
    suiteName: text('suite_name').notNull(),
    testName: text('test_name').notNull(),
    said: text('said').notNull(),
    reply: text('reply').notNull(),
    expected: jsonb('expected').$type<string[]>().notNull(),
    /** Primary language subtag of the suite's locale, such as `de`; null if unknown. */
    language: text('language'),
    /** The user who overrode the verdict, and has therefore seen it. */
    overriddenBy: text('overridden_by').references(() => users.id, { onDelete: 'set null' }),
    isOverridden: boolean('is_overridden').notNull().default(false),
    /** The label that settled a disagreement between people; null if there is none. */
    settled: text('settled', { enum: ['passed', 'failed'] }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('judge_replies_digest').on(table.projectId, table.digest),
    index('judge_replies_organization').on(table.organizationId),
    index('judge_replies_overridden_by').on(table.overriddenBy),
  ],
);

export const judgeLabels = pgTable(
  'judge_labels',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    projectId: projectId(),
    replyId: text('reply_id')
      .notNull()
      .references(() => judgeReplies.id, { onDelete: 'cascade' }),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    label: text('label', { enum: ['passed', 'failed'] }).notNull(),
    /** False if the user may have known a judge's verdict on the reply. */
    isBlind: boolean('is_blind').notNull(),
    labelledAt: timestamp('labelled_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('judge_labels_person').on(table.replyId, table.userId),
    index('judge_labels_project').on(table.projectId),
    index('judge_labels_user').on(table.userId),
    index('judge_labels_organization').on(table.organizationId),
  ],
);

/** A measurement asks a judge about labeled replies. Later labels are added to the same one. */
export const judgeMeasurements = pgTable(
  'judge_measurements',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    projectId: projectId(),
    fingerprint: text('fingerprint').notNull(),
    /** Name of the judge when it was measured; null for the default judge. The fingerprint says whose license it is. */
    judgeName: text('judge_name'),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    isRunning: boolean('is_running').notNull(),
    failure: text('failure'),
    /** Perturbations that the judge is being asked about; null unless its stability is being measured. */
    perturbing: text('perturbing').array().$type<JudgePerturbation[]>(),
    /** Why the last measurement of the judge's stability stopped early. */
    perturbingFailure: text('perturbing_failure'),
    perturbingSince: timestamp('perturbing_since', { withTimezone: true }),
  },
  (table) => [
    index('judge_measurements_project').on(table.projectId, table.startedAt),
    index('judge_measurements_organization').on(table.organizationId),
  ],
);

export const judgeAnswers = pgTable(
  'judge_answers',
  {
    measurementId: text('measurement_id')
      .notNull()
      .references(() => judgeMeasurements.id, { onDelete: 'cascade' }),
    replyId: text('reply_id')
      .notNull()
      .references(() => judgeReplies.id, { onDelete: 'cascade' }),
    organizationId: organizationId(),
    /** The label that people had given when the judge was asked. */
    label: text('label', { enum: ['passed', 'failed'] }).notNull(),
    answer: text('answer', { enum: ['passed', 'failed', 'none'] }).notNull(),
    reason: text('reason').notNull(),
    models: text('models').array().notNull(),
    answeredAt: timestamp('answered_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.measurementId, table.replyId] }),
    index('judge_answers_reply').on(table.replyId),
    index('judge_answers_organization').on(table.organizationId),
  ],
);

/** Verdicts of a judge on labeled replies when it was asked in a different way. */
export const judgeSecondAnswers = pgTable(
  'judge_second_answers',
  {
    measurementId: text('measurement_id')
      .notNull()
      .references(() => judgeMeasurements.id, { onDelete: 'cascade' }),
    replyId: text('reply_id')
      .notNull()
      .references(() => judgeReplies.id, { onDelete: 'cascade' }),
    perturbation: text('perturbation').$type<JudgePerturbation>().notNull(),
    organizationId: organizationId(),
    /** Its verdict when it was asked as usual. */
    before: text('before', { enum: ['passed', 'failed'] }).notNull(),
    answer: text('answer', { enum: ['passed', 'failed', 'none'] }).notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.measurementId, table.replyId, table.perturbation] }),
    index('judge_second_answers_reply').on(table.replyId),
    index('judge_second_answers_organization').on(table.organizationId),
  ],
);
