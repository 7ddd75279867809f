/** Lifetime of a cached list of projects. */
export const projectsCachedForMs = 2 * 60_000;
