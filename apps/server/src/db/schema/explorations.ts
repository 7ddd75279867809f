import type { ExplorationEvent, SuiteConfiguration } from '@parley/suite';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { devices } from './devices.ts';
import { organizations } from './organizations.ts';
import type { RunDevice } from './runs.ts';
import { suites } from './suites.ts';
import { users } from './users.ts';

/**
 * An exploration with its newest conversation. The worker that runs the conversation (`leaseOwner`) renews `leaseExpiresAt`; if
 * it stops doing so, the conversation has ended.
 */
export const explorations = pgTable(
  'explorations',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    suiteId: text('suite_id').references(() => suites.id, { onDelete: 'set null' }),
    /** True if the exploration only tests a connection. It is not listed, and is removed once the bot has replied. */
    isTrial: boolean('is_trial').notNull().default(false),
    /** True if it was created with the example project. It is removed with that project. */
    isExample: boolean('is_example').notNull().default(false),
    configuration: jsonb('configuration').$type<SuiteConfiguration>().notNull(),
    /**
     * Name of the environment. `environmentId` is null if the name is only a label; the environment may have been deleted since.
     */
    environment: text('environment'),
    environmentId: text('environment_id'),
    /** Variables of the environment at the start of the newest conversation. Secrets are opened by the worker only. */
    environmentVariables: jsonb('environment_variables').$type<Record<string, string>>(),
    startedBy: text('started_by').references(() => users.id, { onDelete: 'set null' }),
    startedByName: text('started_by_name'),
    /** Both times have millisecond precision, like the cursor of a list. */
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    lastActiveAt: timestamp('last_active_at', { withTimezone: true, precision: 3 })
      .notNull()
      .defaultNow(),
    /** Virtual device; see the same columns of runs. `device` is a copy from the start of the newest conversation. */
    deviceId: text('device_id').references(() => devices.id, { onDelete: 'set null' }),
    device: jsonb('device').$type<RunDevice>(),
    /** True if the storage may contain recordings or images of it. */
    hasEvidence: boolean('has_evidence').notNull().default(false),
    conversation: integer('conversation').notNull().default(0),
    conversationStatus: text('conversation_status', {
      enum: ['none', 'waiting', 'held', 'ended'],
    })
      .notNull()
      .default('none'),
    /** Number of the event with which the newest conversation began. */
    conversationSeq: integer('conversation_seq').notNull().default(0),
    /** Number of messages sent to the conversation, and how many of them the worker has handled. */
    turnsSaid: integer('turns_said').notNull().default(0),
    turnsAnswered: integer('turns_answered').notNull().default(0),
    waitingSince: timestamp('waiting_since', { withTimezone: true }),
    leaseOwner: text('lease_owner'),
    leaseExpiresAt: timestamp('lease_expires_at', { withTimezone: true }),
    /** Number of the newest event. The next number is assigned under the row's lock. */
    lastSeq: integer('last_seq').notNull().default(0),
  },
  (table) => [
    index('explorations_newest').on(table.organizationId, table.lastActiveAt, table.id),
    index('explorations_open').on(table.conversationStatus, table.leaseExpiresAt),
    // For deletions, as in runs.
    index('explorations_suite').on(table.suiteId),
    index('explorations_device').on(table.deviceId),
    index('explorations_started_by').on(table.startedBy),
  ],
);

/** Events of an exploration. They are numbered 1, 2, 3 … under the lock of the exploration's row, so that readers miss none. */
export const explorationEvents = pgTable(
  'exploration_events',
  {
    explorationId: text('exploration_id')
      .notNull()
      .references(() => explorations.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    event: jsonb('event').$type<ExplorationEvent>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.explorationId, table.seq] })],
);
