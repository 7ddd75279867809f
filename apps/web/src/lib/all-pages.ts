/** The server's maximum page size. */
const pageSize = 100;

/** Maximum number of pages loaded for a list of choices. */
const pagesMax = 10;

/** Loads all pages of a list of choices, at most 1,000 items. */
export async function allPages<Item extends { id: string }>(
  read: (query: { page: number; pageSize: number }) => Promise<readonly Item[]>,
): Promise<Item[]> {
  // An item that moves to a later page between two requests is returned twice.
  const items = new Map<string, Item>();
  for (let page = 1; page <= pagesMax; page += 1) {
    const next = await read({ page, pageSize });
    for (const item of next) items.set(item.id, item);
    if (next.length < pageSize) break;
  }
  return [...items.values()];
}
