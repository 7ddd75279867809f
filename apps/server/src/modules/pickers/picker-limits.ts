/** Limits that keep pages available to all organizations. */
export const pickerLimits = {
  openPerOrganization: 3,
  /** Pages that one worker keeps open for pickers. */
  perWorker: 4,
  /** A picker that no worker takes ends after this. */
  waitMs: 30_000,
  /** A picker that no dialog requests closes after this: its tab is gone. */
  unseenMs: 30_000,
  /** An idle picker closes after this. */
  idleMs: 2 * 60_000,
  /** The longest that a page stays open. */
  totalMs: 10 * 60_000,
  /** An ended picker is deleted once its dialog has not requested it for this long. */
  endedMs: 5 * 60_000,
};
