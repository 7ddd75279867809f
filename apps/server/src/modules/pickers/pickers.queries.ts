import { and, count, eq, getTableColumns, ne, sql } from 'drizzle-orm';
import { pickers } from '../../db/schema/pickers.ts';
import type { Scope } from '../../platform/database/scope.ts';
import type { PickerRow } from './picker-row.ts';

const { picture: _, ...columns } = getTableColumns(pickers);

/** All columns except the picture. */
export const pickerColumns = columns;

const inScope = (scope: Scope, id: string) =>
  and(eq(pickers.organizationId, scope.organizationId), eq(pickers.id, id));

export async function insertPicker(
  scope: Scope,
  picker: Pick<typeof pickers.$inferInsert, 'id' | 'configuration' | 'startedBy'>,
): Promise<PickerRow> {
  const [row] = await scope.db
    .insert(pickers)
    .values({ ...picker, organizationId: scope.organizationId })
    .returning(pickerColumns);
  return row as PickerRow;
}

/** Records that the dialog of a picker is still open, and returns the picker. */
export async function seePicker(scope: Scope, id: string): Promise<PickerRow | undefined> {
  const [row] = await scope.db
    .update(pickers)
    .set({ seenAt: sql`now()` })
    .where(inScope(scope, id))
    .returning(pickerColumns);
  return row;
}

export async function lockPicker(scope: Scope, id: string): Promise<PickerRow | undefined> {
  const [row] = await scope.db
    .select(pickerColumns)
    .from(pickers)
    .where(inScope(scope, id))
    .for('update');
  return row;
}

export async function changePicker(
  scope: Scope,
  id: string,
  change: Parameters<ReturnType<typeof scope.db.update<typeof pickers>>['set']>[0],
): Promise<PickerRow | undefined> {
  const [row] = await scope.db
    .update(pickers)
    .set(change)
    .where(inScope(scope, id))
    .returning(pickerColumns);
  return row;
}

export async function findPicture(scope: Scope, id: string): Promise<Buffer | undefined> {
  const [row] = await scope.db
    .select({ picture: pickers.picture })
    .from(pickers)
    .where(inScope(scope, id));
  return row?.picture ? Buffer.from(row.picture, 'base64') : undefined;
}

/** @returns false if there is no such picker */
export async function deletePicker(scope: Scope, id: string): Promise<boolean> {
  const gone = await scope.db
    .delete(pickers)
    .where(inScope(scope, id))
    .returning({ id: pickers.id });
  return gone.length > 0;
}

/** Counts the organization's pickers that are open or waiting. */
export async function countOpenPickers(scope: Scope): Promise<number> {
  const [row] = await scope.db
    .select({ count: count() })
    .from(pickers)
    .where(and(eq(pickers.organizationId, scope.organizationId), ne(pickers.status, 'ended')));
  return row?.count ?? 0;
}
