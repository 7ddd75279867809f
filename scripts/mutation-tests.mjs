// Runs the tests that name a statement, in the copy of the tree that scripts/mutate.mjs breaks.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { root } from './source-hash.mjs';

/**
 * What came of the tests that name a statement. `broken`: they did not run, since a file did not load, a
 * build failed or nothing started, which says nothing about them.
 * @typedef {{ passed: string[], failed: string[], broken?: string }} Outcome
 */

/**
 * @typedef {object} Runner
 * @property {(test: string, ids: string[]) => Promise<Outcome>} run the tests of a file that name one of the
 * statements
 * @property {boolean} isForMany that it starts costs more than the tests themselves
 * @property {(file: string) => void} changed has to be told of every file that was written
 * @property {() => Promise<void>} close
 */

/** @param {string[]} ids */
const naming = (ids) => new RegExp(`\\b(${ids.join('|')})\\b`);

/** One Vitest for all runs: each costs a worker, not a start. @param {string} copy @returns {Promise<Runner>} */
export async function vitestRunner(copy) {
  process.chdir(copy);
  const vitest = await createVitest('test', {
    root: copy,
    watch: false,
    maxWorkers: 1,
    silent: true,
    // Nobody reads what the tests say; what came of them is asked for.
    reporters: [{}],
  });
  return {
    isForMany: true,
    changed: (file) => vitest.invalidateFile(join(copy, file)),
    async run(test, ids) {
      const file = join(copy, test);
      vitest.setGlobalTestNamePattern(naming(ids));
      const specifications = await vitest.globTestSpecifications([test]);
      const { testModules } = await vitest.runTestSpecifications(specifications);
      const module = testModules.find(({ moduleId }) => moduleId === file);
      if (!module) return { passed: [], failed: [], broken: `${test} is not found` };
      const suites = [...module.children.allSuites()];
      const [error] = [module, ...suites].flatMap((part) => part.errors());
      const tests = [...module.children.allTests()];
      /** @param {string} state */
      const titles = (state) =>
        tests.filter((one) => one.result().state === state).map(({ fullName }) => fullName);
      return {
        passed: titles('passed'),
        failed: titles('failed'),
        ...(error && { broken: error.message }),
      };
    },
    close: () => vitest.close(),
  };
}

/** Builds what was changed, then asks a browser. @param {string} copy @returns {Runner} */
export function browserRunner(copy) {
  const report = join(copy, 'test-results/mutations.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const options = /** @type {const} */ ({ cwd: copy, env, encoding: 'utf8' });
  return {
    isForMany: false,
    changed: () => {},
    async run(test, ids) {
      const build = spawnSync(process.execPath, ['scripts/build-web.mjs'], options);
      if (build.status !== 0) return { passed: [], failed: [], broken: build.stderr };
      rmSync(report, { force: true });
      const program = join(root, 'node_modules/.bin/playwright');
      spawnSync(
        program,
        [
          ...['test', '--config', 'e2e/playwright.config.ts', test],
          ...['--project', 'wide', '--grep', naming(ids).source],
          ...['--workers', '1', '--timeout', '60000', '--reporter', 'json'],
        ],
        options,
      );
      return outcomeOf(JSON.parse(readFileSync(report, 'utf8')));
    },
    close: async () => {},
  };
}

/**
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ title: string, tests: { status: string, results: { error?: { message?: string } }[] }[] }} Spec
 */

/** The program that the tests start did not start. */
const noServer = /The server (ended with|was not ready)/;

/** @param {{ suites: Suite[], errors: { message?: string }[] }} report @returns {Outcome} */
function outcomeOf({ suites, errors }) {
  const specs = suites.flatMap(specsOf);
  /** @param {string} status */
  const titles = (status) =>
    specs
      .filter(({ tests }) => tests.some((one) => one.status === status))
      .map(({ title }) => title);
  const messages = [
    ...errors,
    ...specs.flatMap(({ tests }) =>
      tests.flatMap(({ results }) => results.map(({ error }) => error)),
    ),
  ].map((error) => error?.message ?? '');
  const broken = errors[0]?.message ?? messages.find((message) => noServer.test(message));
  return { passed: titles('expected'), failed: titles('unexpected'), ...(broken && { broken }) };
}

/** @param {Suite} suite @returns {Spec[]} */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}
