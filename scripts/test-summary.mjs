// How `npm test` closes. What was left out is no success: it is counted, and named.

/**
 * What a layer came to. One that was left out as a whole says why in `note`.
 * @typedef {{ passed: number, failed: number, skipped?: number, note?: string, isLeftOut?: true }} Outcome
 */

/** @param {(Outcome & { name: string, seconds: number })[]} rows */
export function summaryOf(rows) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    rows.reduce((total, row) => total + (row[key] ?? 0), 0);
  const leftOut = rows.filter(({ isLeftOut }) => isLeftOut).map(({ name }) => name);
  const total = [figures(sum('passed'), sum('failed'), sum('skipped'))];
  if (leftOut.length > 0) total.push(`left out: ${leftOut.join(', ')}`);
  return {
    lines: [...rows.map(lineOf), total.join('; ')],
    isGood: sum('failed') === 0 && sum('passed') > 0,
  };
}

/** @param {Outcome & { name: string, seconds: number }} row */
function lineOf({ name, seconds, passed, failed, skipped = 0, note }) {
  const said = note ? ` (${note})` : '';
  return `${name.padEnd(12)}${seconds.toFixed(0).padStart(5)} s  ${figures(passed, failed, skipped)}${said}`;
}

/** @param {number} passed @param {number} failed @param {number} skipped */
const figures = (passed, failed, skipped) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
