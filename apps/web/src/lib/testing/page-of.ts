/** Returns the requested page of the `stored` items, like a server. */
export function pageOf<Item>(stored: readonly Item[], query: URLSearchParams) {
  const page = Number(query.get('page'));
  const pageSize = Number(query.get('pageSize'));
  const items = stored.slice((page - 1) * pageSize, page * pageSize);
  return { items, pagination: { page, pageSize, total: stored.length } };
}

/** Query of a request to `fakeNetwork`. */
export const queryOf = ({ url }: { url: string }) => new URL(url, location.href).searchParams;
