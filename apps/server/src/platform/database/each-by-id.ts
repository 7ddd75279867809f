/** Number of rows to read at a time, which limits memory. */
const pageSize = 200;

/**
 * Calls `act` for the rows of a table, one after another.
 *
 * @param readPage reads at most `most` rows with an id greater than `after`, in the order of their ids
 */
export async function eachById<Row extends { id: string }>(
  readPage: (after: string, most: number) => Promise<Row[]>,
  act: (row: Row) => Promise<void>,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await readPage(after, pageSize);
    for (const row of rows) await act(row);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}
