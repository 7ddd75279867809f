// `npm test`: everything that must hold, layer by layer, closing with `N passed, N failed`.
// One layer alone: npm test -- checks | unit | calls | documents | server | postgresql | drills | browser
// What a change can break:  npm test -- --changed [REVISION], since the branch left main or since a revision
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findOrInstallBrowser, withoutBrowser } from '../e2e/ensure-browser.mjs';
import { buildWeb } from './build-web.mjs';
import { runChecks } from './check.mjs';
import { ensureTelephony } from './ensure-telephony.mjs';
import { runRows } from './lanes.mjs';
import { requireNode24 } from './node-version.mjs';
import { runQuickDrills } from './quick-drills.mjs';

requireNode24();
const { buildServer } = await import('./build-server.mjs');
const { buildGuide } = await import('./build-guide.mjs');
const { bundleForTests } = await import('./pack-cli.mjs');
const { findPostgresql } = await import('../apps/server/src/test/find-postgresql.ts');

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = `${root}node_modules/.bin/`;
const reports = mkdtempSync(join(tmpdir(), 'parley-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/** @typedef {import('./test-summary.mjs').Outcome} Outcome */
/** @typedef {import('./lanes.mjs').Place} Place */
/** @typedef {import('./lanes.mjs').Layer} Layer */

/**
 * Path of the command line as it is released, for tests that start it many times.
 * @type {Promise<string> | undefined}
 */
let commandLine;

/**
 * @param {Place} place
 * @param {string[]} projects
 * @param {Record<string, string>} [env]
 * @param {{ leftOut?: string[], files?: string[] }} [choice] patterns of files; without `files` all of them
 * @returns {Promise<Outcome>}
 */
async function vitest({ run }, projects, env = {}, { leftOut = [], files = [] } = {}) {
  commandLine ??= bundleForTests(`${root}node_modules/.cache/parley-cli`);
  const PARLEY_TEST_CLI = await commandLine;
  const report = join(reports, `${Math.random()}.json`);
  const outcomes = `${report}.outcomes`;
  const status = await run(
    `${bin}vitest`,
    [
      'run',
      ...files,
      ...projects.flatMap((project) => ['--project', `${project}*`]),
      '--reporter=default',
      '--reporter=json',
      `--reporter=${root}scripts/outcome-reporter.mjs`,
      `--outputFile.json=${report}`,
    ],
    {
      env: {
        ...process.env,
        NO_COLOR: '1',
        PARLEY_TEST_CLI,
        TEST_OUTCOMES_FILE: outcomes,
        TEST_FILES_LEFT_OUT: JSON.stringify(leftOut),
        ...env,
      },
    },
  );
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    // A file that fails to load contains no failed tests, but still counts as a failure.
    const brokenFiles = result.testResults.filter(
      (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
        file.status === 'failed' && file.assertionResults.length === 0,
    ).length;
    const failed = result.numFailedTests + brokenFiles;
    return {
      passed: result.numPassedTests,
      failed: failed === 0 && status !== 0 ? 1 : failed,
      skipped: result.numPendingTests,
      ...JSON.parse(readFileSync(outcomes, 'utf8')),
    };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** @type {string | undefined} */
let chromium;
let isChromiumSought = false;

/** Finds the browser, and installs it if necessary. Later calls return the same result. */
function findChromium() {
  if (!isChromiumSought) chromium = findOrInstallBrowser();
  isChromiumSought = true;
  return chromium;
}

/**
 * Files and folders of tests that make calls or type in real time. They spend most of their time waiting, and their audio
 * suffers when anything else uses all cores, such as pages in a browser.
 */
const inRealTime = [
  'examples/mock-ivr/src/',
  'packages/engine/src/channels/browser/typed-replies.test.ts',
  'packages/engine/src/channels/phone/',
  'packages/engine/src/lies/',
  'packages/sip/src/',
];

/** Tests of what documents tell readers to do. Their calls are recognized, which fails next to other calls. */
const ofDocuments = ['scripts/docs-commands.test.ts'];

/** @param {Place} place @returns {Promise<Outcome>} */
async function unit(place) {
  const CHROMIUM_PATH = findChromium();
  // The packed command line includes the guide; build it now so that its test does not have to wait.
  buildGuide();
  const leftOut = [...inRealTime, ...ofDocuments].map((path) =>
    path.endsWith('/') ? `${path}**` : path,
  );
  const env = { ...(CHROMIUM_PATH && { CHROMIUM_PATH }) };
  const outcome = await vitest(place, ['packages', 'web'], env, { leftOut });
  return CHROMIUM_PATH ? outcome : { ...outcome, note: withoutBrowser };
}

/** @param {Place} place @returns {Promise<Outcome>} */
function calls(place) {
  const CHROMIUM_PATH = findChromium();
  const env = { ...(CHROMIUM_PATH && { CHROMIUM_PATH }) };
  return vitest(place, ['packages'], env, { files: inRealTime });
}

/** @param {Place} place @returns {Promise<Outcome>} */
function documents(place) {
  const CHROMIUM_PATH = findChromium();
  const env = { ...(CHROMIUM_PATH && { CHROMIUM_PATH }) };
  return vitest(place, ['packages'], env, { files: ofDocuments });
}

/**
 * Counts the browser tests; listing them requires no browser.
 * @returns {number | undefined}
 */
function countBrowserTests() {
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--list'];
  const env = { ...process.env, CHROMIUM_PATH: 'none' };
  const { stdout } = spawnSync(`${bin}playwright`, args, { cwd: root, env, encoding: 'utf8' });
  const [, total] = /^Total: (\d+) tests?/m.exec(stdout) ?? [];
  return total === undefined ? undefined : Number(total);
}

/**
 * Runs all browser tests, and the journeys again on a phone.
 * @param {Place} place
 * @returns {Promise<Outcome>}
 */
async function browser({ run }) {
  const CHROMIUM_PATH = findChromium();
  if (!CHROMIUM_PATH) {
    const skipped = countBrowserTests();
    return { passed: 0, failed: 0, skipped, note: `left out: ${withoutBrowser}`, isLeftOut: true };
  }
  buildWeb();
  buildGuide();
  // Otherwise, both browser workers would build it.
  await buildServer();
  const report = join(reports, 'browser.json');
  const status = await run(`${bin}playwright`, ['test', '--config', 'e2e/playwright.config.ts'], {
    env: { ...process.env, NO_COLOR: '1', CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  try {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = stats.unexpected;
    return {
      passed: stats.expected + stats.flaky,
      failed: failed === 0 && status !== 0 ? 1 : failed,
      skipped: stats.skipped,
      retried: suites.flatMap(flakySpecsOf),
      files: suites.map((/** @type {Suite} */ suite) => ({
        file: `e2e/${suite.file}`,
        seconds: secondsOf(suite),
      })),
    };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/**
 * @typedef {{ title: string, file: string, tests: { status: string, results: { duration: number }[] }[] }} Spec
 * @typedef {{ file: string, specs?: Spec[], suites?: Suite[] }} Suite of the report of Playwright
 */

/** @param {Suite} suite @returns {string[]} */
function flakySpecsOf({ specs = [], suites = [] }) {
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...flaky.map(({ title, file }) => `${file}: ${title}`), ...suites.flatMap(flakySpecsOf)];
}

/** @param {Suite} suite @returns {number} */
function secondsOf({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const own = results.reduce((sum, { duration }) => sum + duration / 1000, 0);
  return suites.reduce((sum, suite) => sum + secondsOf(suite), own);
}

/**
 * Runs the server's tests on the embedded database. Tests that show the same on a PostgreSQL server are left to the next layer,
 * if it runs. Tests that call every endpoint run on both; browser tests use the embedded database.
 * @param {Place} place
 * @returns {Promise<Outcome>}
 */
async function server(place) {
  const env = { PARLEY_TEST_DATABASE_URL: '' };
  const { address } = await findPostgresql();
  if (!address || !isWanted('postgresql')) return vitest(place, ['server'], env);
  const { readTestsOnPostgresql } = await import('./tests-on-postgresql.mjs');
  const { alike } = readTestsOnPostgresql();
  const outcome = await vitest(place, ['server'], env, { leftOut: alike });
  return { ...outcome, note: `${alike.length} files run on PostgreSQL instead` };
}

/**
 * Runs the server's tests that use a database on a real PostgreSQL, if there is one.
 * @param {Place} place
 * @returns {Promise<Outcome>}
 */
async function postgresql(place) {
  const { address, reason } = await findPostgresql();
  if (!address) return { passed: 0, failed: 0, note: `left out: ${reason}`, isLeftOut: true };
  const { readTestsOnPostgresql } = await import('./tests-on-postgresql.mjs');
  const { once } = readTestsOnPostgresql();
  return vitest(place, ['server'], { PARLEY_TEST_DATABASE_URL: address }, { leftOut: once });
}

/**
 * Runs the tests that a change can break, on the embedded database and without browser tests.
 * @param {Place} place
 * @param {string[]} files
 */
function testsOf(place, files) {
  const CHROMIUM_PATH = findChromium();
  const env = { PARLEY_TEST_DATABASE_URL: '', ...(CHROMIUM_PATH && { CHROMIUM_PATH }) };
  return vitest(place, ['packages', 'web', 'server'], env, { files });
}

/** @param {string | undefined} since @returns {Promise<Layer[]>} */
async function layersOfChange(since) {
  const { changedFiles } = await import('./changed-files.mjs');
  const { readModules, testFinder } = await import('./tests-of-change.mjs');
  const changed = changedFiles(since);
  const { tests, beyond } = testFinder(readModules())(changed);
  console.log(`${changed.length} files changed, ${tests.length} test files are about them.`);
  if (beyond.length > 0)
    console.log(`All of \`npm test\` is about ${beyond.slice(0, 5).join(', ')}.`);
  const checksLayer = { name: 'checks', run: runChecks };
  return tests.length === 0
    ? [checksLayer]
    : [checksLayer, { name: 'changed', run: (place) => testsOf(place, tests) }];
}

/**
 * Rows of layers; the layers of one row run at the same time. Drills and tests on a PostgreSQL server spend most of their time
 * waiting; a drill that fails next to other tests is tried again alone. Real-time calls, documents and browser tests run alone.
 * @type {Layer[][]}
 */
const rows = [
  [{ name: 'checks', run: runChecks }],
  [{ name: 'unit', run: unit }],
  [{ name: 'calls', run: calls }],
  [{ name: 'documents', run: documents }],
  [{ name: 'server', run: server }],
  [
    { name: 'postgresql', run: postgresql },
    { name: 'drills', run: (place) => runQuickDrills(place) },
  ],
  [{ name: 'browser', run: browser }],
];

const { values, positionals: wanted } = parseArgs({
  options: { changed: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (values.changed || wanted.length === 0 || wanted.some((name) => name !== 'checks'))
  ensureTelephony();
/** @param {string} name of a layer */
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
const names = rows.flat().map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (!values.changed && unknown.length > 0) {
  console.error(`Unknown layer ${unknown[0]}; there are ${names.join(', ')}.`);
  process.exit(2);
}
const chosen = values.changed
  ? (await layersOfChange(wanted[0])).map((layer) => [layer])
  : rows.map((row) => row.filter(({ name }) => isWanted(name)));

const budgets = JSON.parse(readFileSync(`${root}scripts/test-budgets.json`, 'utf8'));
process.exit(await runRows(chosen, budgets));
