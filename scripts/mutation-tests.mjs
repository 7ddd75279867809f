// Runs the tests that name a statement, in the copy of the tree that scripts/mutate.mjs changes.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { browserOutcome, vitestOutcome } from './mutation-outcomes.mjs';
import { root } from './source-hash.mjs';

/**
 * Results of the tests that name a statement. `broken`: they did not run because a file did not load, a build failed, nothing
 * started or the time was up, so there are no results.
 * @typedef {{ passed: string[], failed: string[], broken?: string }} Outcome
 */

/**
 * @typedef {object} Runner
 * @property {(test: string, ids: string[]) => Promise<Outcome>} run runs the tests of a file that name one of the
 * statements
 * @property {boolean} isForMany true if starting it takes longer than the tests themselves
 * @property {(file: string) => void} changed must be called for every file that was written
 * @property {() => Promise<void>} close
 */

/** @param {string[]} ids */
const naming = (ids) => new RegExp(`\\b(${ids.join('|')})\\b`);

/** Starts one Vitest for all runs, so that each run only costs a worker. @param {string} copy @returns {Promise<Runner>} */
export async function vitestRunner(copy) {
  process.chdir(copy);
  // A worker that is reused for the next file would keep the module of the previous mutant.
  process.env.TEST_ISOLATION = 'file';
  const vitest = await createVitest('test', {
    root: copy,
    watch: false,
    maxWorkers: 1,
    testTimeout: 120_000,
    silent: true,
    // No output: the results are read from the test objects.
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
      const errors = [module, ...suites].flatMap((part) => part.errors());
      return vitestOutcome([...module.children.allTests()], errors);
    },
    close: () => vitest.close(),
  };
}

/** Builds what has changed, then runs the tests in a browser. @param {string} copy @returns {Runner} */
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
          // A test that fails only once proves nothing about the change. The time limits are the usual ones: a slow machine
          // must not look like a test that detects the change.
          ...['--workers', '1', '--retries', '1', '--reporter', 'json'],
        ],
        options,
      );
      return browserOutcome(JSON.parse(readFileSync(report, 'utf8')));
    },
    close: async () => {},
  };
}
