// The summary of `npm test`. Anything that was left out is counted and named, because it is not a success.

/**
 * Outcome of a layer. If it was left out as a whole, `note` says why. `retried`: passed tests that failed at first; a test that
 * needs luck is a defect to fix.
 * @typedef {{ passed: number, failed: number, skipped?: number, retried?: string[], files?: FileTime[], note?: string, isLeftOut?: true }} Outcome
 * @typedef {{ file: string, seconds: number }} FileTime
 * @typedef {{ seconds: number, files: Record<string, number> }} Budgets seconds of a test file; `files` has those that may take longer
 */

/**
 * @param {(Outcome & { name: string, seconds: number })[]} rows
 * @param {Budgets} budgets
 */
export function summaryOf(rows, budgets) {
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
      ...overBudget(rows, budgets),
      total.join('; '),
    ],
    isGood: sum('failed') === 0 && sum('passed') > 0,
  };
}

/**
 * Lists test files over budget, the slowest first. They do not fail the run, because the machine may be shared.
 * @param {(Outcome & { name: string })[]} rows @param {Budgets} budgets @returns {string[]}
 */
function overBudget(rows, budgets) {
  return rows
    .flatMap(({ name, files = [] }) =>
      files.map(({ file, seconds }) => {
        const budget = budgets.files[file] ?? budgets.seconds;
        return { seconds, budget, text: `${name}: ${file} took ${seconds.toFixed(0)} s` };
      }),
    )
    .filter(({ seconds, budget }) => seconds > budget)
    .sort((one, other) => other.seconds - one.seconds)
    .map(({ budget, text }) => `over its budget of ${budget} s: ${text}`);
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
