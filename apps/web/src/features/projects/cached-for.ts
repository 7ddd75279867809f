/** Milliseconds for which a list of projects is cached. */
export const projectsCachedForMs = 2 * 60_000;
