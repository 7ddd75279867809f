import type { DeviceHealth, DeviceSettings } from '@parley/contract';
import { type SQL, sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { nameOrder, withoutCase } from '../name-order.ts';
import { organizations } from './organizations.ts';

/** Result of a check. Only `askedAt` is set while a worker is checking. */
export type StoredHealth = Pick<DeviceHealth, 'askedAt' | 'checkedAt' | 'checks' | 'call'>;

export const devices = pgTable(
  'devices',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Name in lower case, for sorting and searching. */
    searchName: text('search_name')
      .notNull()
      .generatedAlwaysAs((): SQL => withoutCase(devices.name)),
    platform: text('platform', { enum: ['webchat', 'phone'] }).notNull(),
    locale: text('locale').notNull(),
    /** Maximum number of concurrent conversations, over all runs and workers. */
    concurrencyLimit: integer('concurrency_limit').notNull(),
    /** Settings for the device's platform. */
    settings: jsonb('settings').$type<DeviceSettings>().notNull(),
    /** Result of the last check; null before the first one. */
    health: jsonb('health').$type<StoredHealth>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    modifiedAt: timestamp('modified_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('devices_name').on(table.organizationId, table.searchName),
    index('devices_by_name').on(table.organizationId, nameOrder(table.searchName), table.id),
    check('devices_concurrency_limit', sql`${table.concurrencyLimit} > 0`),
  ],
);
