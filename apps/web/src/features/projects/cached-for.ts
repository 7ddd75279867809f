/** How long a list of projects serves before it is read again. */
export const projectsCachedForMs = 2 * 60_000;
