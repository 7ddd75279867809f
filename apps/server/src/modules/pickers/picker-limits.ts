/** Limits that keep pages available to all organizations. */
export const pickerLimits = {
  openPerOrganization: 3,
  /** Maximum number of pages that a worker keeps open. */
  perWorker: 4,
  /** Time after which a picker ends if no worker takes it. */
  waitMs: 30_000,
  /** Time after which a picker closes if no dialog requests it, because its tab is gone. */
  unseenMs: 30_000,
  /** Time after which an idle picker closes. */
  idleMs: 2 * 60_000,
  /** Maximum time for which a page stays open. */
  totalMs: 10 * 60_000,
  /** Time after the last request of its dialog at which an ended picker is deleted. */
  endedMs: 5 * 60_000,
};
