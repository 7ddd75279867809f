// How `npm test` closes. What was left out is no success: it is counted, and named.

/**
 * What a layer came to. One that was left out as a whole says why in `note`.
 * `retried`: those of the passed ones that failed at first; one that needs luck is a defect to be found.
 * @typedef {{ passed: number, failed: number, skipped?: number, retried?: string[], note?: string, isLeftOut?: true }} Outcome
 */

/** @param {(Outcome & { name: string, seconds: number })[]} rows */
export function summaryOf(rows) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    rows.reduce((total, row) => total + (row[key] ?? 0), 0);
  const leftOut = rows.filter(({ isLeftOut }) => isLeftOut).map(({ name }) => name);
  const retried = rows.flatMap(({ name, retried = [] }) =>
    retried.map((test) => `${name}: ${test}`),
  );
  const total = [figures(sum('passed'), sum('failed'), sum('skipped'), retried.length)];
  if (leftOut.length > 0) total.push(`left out: ${leftOut.join(', ')}`);
  return {
    lines: [
      ...rows.map(lineOf),
      ...retried.map((test) => `passed on a retry: ${test}`),
      total.join('; '),
    ],
    isGood: sum('failed') === 0 && sum('passed') > 0,
  };
}

/** @param {Outcome & { name: string, seconds: number }} row */
function lineOf({ name, seconds, passed, failed, skipped = 0, retried = [], note }) {
  const said = note ? ` (${note})` : '';
  return `${name.padEnd(12)}${seconds.toFixed(0).padStart(5)} s  ${figures(passed, failed, skipped, retried.length)}${said}`;
}

/** @param {number} passed @param {number} failed @param {number} skipped @param {number} retried */
const figures = (passed, failed, skipped, retried) =>
  [
    `${passed} passed`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(retried > 0 ? [`${retried} on a retry`] : []),
  ].join(', ');
