// Converts the results of tests that scripts/mutate.mjs ran to one form for Vitest and Playwright. On a busy machine, tests
// fail on their own, so a failure that the machine can have caused does not count.

/** @typedef {import('./mutation-tests.mjs').Outcome} Outcome */

/**
 * @typedef {object} VitestTest
 * @property {string} fullName
 * @property {() => { state: string, errors?: readonly { message: string }[] | undefined }} result
 */

const outOfTime = /^(Test|Hook) timed out in/;

/**
 * @param {readonly VitestTest[]} tests of one file
 * @param {readonly { message: string }[]} errors outside of its tests
 * @returns {Outcome}
 */
export function vitestOutcome(tests, errors) {
  const late = tests.flatMap((test) =>
    (test.result().errors ?? []).filter(({ message }) => outOfTime.test(message)),
  );
  /** @param {string} state */
  const titles = (state) =>
    tests.filter((test) => test.result().state === state).map(({ fullName }) => fullName);
  const failed = late.length > 0 ? [] : titles('failed');
  const [error] = [...errors, ...late];
  return { passed: titles('passed'), failed, ...(error && { broken: error.message }) };
}

/**
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }} Spec
 */

/** Matches the error of a run in which the server did not start. */
const noServer = /The server (ended with|was not ready)/;

/**
 * @param {{ suites: Suite[], errors: { message?: string }[] }} report
 * @returns {Outcome}
 */
export function browserOutcome({ suites, errors }) {
  const specs = suites.flatMap(specsOf);
  /** @param {string[]} statuses */
  const titles = (...statuses) =>
    specs
      .filter(({ tests }) => tests.some(({ status }) => statuses.includes(status)))
      .map(({ title }) => title);
  const messages = [
    ...errors,
    ...specs.flatMap(({ tests }) =>
      tests.flatMap(({ results }) => results.map(({ error }) => error)),
    ),
  ].map((error) => error?.message ?? '');
  const broken = errors[0]?.message ?? messages.find((message) => noServer.test(message));
  return {
    // A test that passes on a retry has not detected the change.
    passed: titles('expected', 'flaky'),
    failed: titles('unexpected'),
    ...(broken && { broken }),
  };
}

/** @param {Suite} suite @returns {Spec[]} */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}
