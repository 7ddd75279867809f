/** Assigns pickers to workers. When a worker is lost, its pages are lost and their pickers end. */
import type { Failure } from '@parley/suite';
import { and, asc, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { pickers } from '../../db/schema/pickers.ts';
import type { Database } from '../../platform/database/db.ts';
import { createLease } from '../../platform/leased-work/lease.ts';
import { pickerLimits } from './picker-limits.ts';
import type { PickerRow } from './picker-row.ts';
import { pickerColumns } from './pickers.queries.ts';

const isWaiting = eq(pickers.status, 'waiting');
const isHeld = eq(pickers.status, 'held');

export const pickerLease = createLease(pickers, { ms: 15_000, isHeld });

export const olderThan = (column: SQLWrapper, ms: number) =>
  sql<boolean>`${column} < now() - make_interval(secs => ${ms / 1000})`;

const isForgotten = or(
  olderThan(pickers.createdAt, pickerLimits.waitMs),
  olderThan(pickers.seenAt, pickerLimits.unseenMs),
);

/** Claims the picker that has waited longest. */
export async function claimPicker(db: Database, owner: string): Promise<PickerRow | undefined> {
  const due = db
    .select({ id: pickers.id })
    .from(pickers)
    .where(and(isWaiting, sql`not (${isForgotten})`))
    .orderBy(asc(pickers.createdAt), asc(pickers.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(pickers)
    .set({ status: 'held', leaseOwner: owner, leaseExpiresAt: pickerLease.end })
    .where(eq(pickers.id, due))
    .returning(pickerColumns);
  return row;
}

/** Renews the leases of those pickers that the worker still holds, and returns their IDs. */
export async function renewPickers(
  db: Database,
  owner: string,
  pickerIds: string[],
): Promise<Set<string>> {
  const which = inArray(pickers.id, pickerIds);
  const held = await pickerLease.renew(db, owner, which, { id: pickers.id });
  return new Set(held.map(({ id }) => id));
}

/** Columns of an ended picker. The picture is deleted. */
export const endColumns = {
  status: 'ended',
  leaseOwner: null,
  leaseExpiresAt: null,
  picture: null,
} as const;

/**
 * Ends pickers of lost workers and those that no worker claimed in time, and deletes pickers that ended long ago. Returns the
 * number of pickers ended.
 */
export async function sweepPickers(db: Database): Promise<number> {
  const lost = await end(db, pickerLease.hasExpired, interrupted);
  const forgotten = await end(db, and(isWaiting, isForgotten), notTaken);
  await db
    .delete(pickers)
    .where(and(eq(pickers.status, 'ended'), olderThan(pickers.seenAt, pickerLimits.endedMs)));
  return lost + forgotten;
}

/** Ends the pickers of a worker that stops. */
export const endAllOf = (db: Database, owner: string): Promise<number> =>
  end(db, pickerLease.isHeldBy(owner), interrupted);

async function end(db: Database, which: SQL | undefined, failure: Failure): Promise<number> {
  const ended = await db
    .update(pickers)
    .set({ ...endColumns, failure })
    .where(which)
    .returning({ id: pickers.id });
  return ended.length;
}

const interrupted: Failure = {
  class: 'internal',
  code: 'interrupted',
  message: 'The worker that had the page open was stopped.',
  hint: 'Open the page again.',
};

const notTaken: Failure = {
  class: 'internal',
  code: 'worker-busy',
  message: `No worker was free to open the page within ${pickerLimits.waitMs / 1000} seconds.`,
  hint: 'Try again later, or ask the operator of this installation for more workers.',
};
