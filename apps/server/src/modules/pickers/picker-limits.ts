/** Limits that keep pages available to all organizations. */
export const pickerLimits = {
  openPerOrganization: 3,
  /** Pages that one worker keeps open for pickers. */
  perWorker: 4,
  /** A picker that no worker takes ends after this. */
  waitMs: 30_000,
  /** One that no dialog asks for closes after this: its tab has gone. */
  unseenMs: 30_000,
  /** An idle picker closes after this. */
  idleMs: 2 * 60_000,
  /** The longest that a page stays open. */
  totalMs: 10 * 60_000,
  /** One that has ended is deleted after this. */
  endedMs: 5 * 60_000,
};
