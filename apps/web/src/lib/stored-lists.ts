/** Milliseconds for which lists that an earlier page has stored in the browser are shown without a new request. */
export const storedListsMs = 2 * 60_000;
