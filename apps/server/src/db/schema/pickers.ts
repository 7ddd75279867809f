import type { Picker, PickerAction, PickerView } from '@parley/contract';
import type { Failure, SuiteConfiguration } from '@parley/suite';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/**
 * Pages that a worker keeps open while a user points out the chat on them. The worker that holds a page (`leaseOwner`) renews
 * `leaseExpiresAt`. The row is deleted with the dialog, and backups leave it out.
 */
export const pickers = pgTable(
  'pickers',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    startedBy: text('started_by').references(() => users.id, { onDelete: 'cascade' }),
    configuration: jsonb('configuration').$type<SuiteConfiguration>().notNull(),
    status: text('status', { enum: ['waiting', 'held', 'ended'] })
      .notNull()
      .default('waiting'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When the dialog last requested this row. */
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
    /** When the user last did something. */
    actedAt: timestamp('acted_at', { withTimezone: true }).notNull().defaultNow(),
    /** The newest action, its number, and the number of the last action that the worker carried out. */
    action: jsonb('action').$type<PickerAction>().notNull().default({ kind: 'open' }),
    actionNumber: integer('action_number').notNull().default(1),
    actionsDone: integer('actions_done').notNull().default(0),
    refusal: text('refusal'),
    trial: jsonb('trial').$type<Picker['trial']>(),
    view: jsonb('view').$type<PickerView>(),
    picks: jsonb('picks').$type<Picker['picks']>(),
    /** JPEG image in Base64. */
    picture: text('picture'),
    pictureVersion: integer('picture_version').notNull().default(0),
    failure: jsonb('failure').$type<Failure>(),
    leaseOwner: text('lease_owner'),
    leaseExpiresAt: timestamp('lease_expires_at', { withTimezone: true }),
  },
  (table) => [
    index('pickers_open').on(table.status, table.leaseExpiresAt),
    index('pickers_organization').on(table.organizationId),
    index('pickers_started_by').on(table.startedBy),
  ],
);
