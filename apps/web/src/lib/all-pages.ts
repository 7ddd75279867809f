/** The maximum page size of the server. */
const pageSize = 100;

/** Limit for lists of choices. */
const pagesMax = 10;

/** All there is of a list that is answered page by page, for choosing one of them; at most 1,000. */
export async function allPages<Item extends { id: string }>(
  read: (query: { page: number; pageSize: number }) => Promise<readonly Item[]>,
): Promise<Item[]> {
  // What moves to a later page meanwhile is read twice.
  const items = new Map<string, Item>();
  for (let page = 1; page <= pagesMax; page += 1) {
    const next = await read({ page, pageSize });
    for (const item of next) items.set(item.id, item);
    if (next.length < pageSize) break;
  }
  return [...items.values()];
}
