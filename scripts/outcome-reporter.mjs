// Records what Vitest's JSON report omits: which tests passed only on a retry, and how long each file took, including imports
// and hooks.
import { writeFileSync } from 'node:fs';

export default class OutcomeReporter {
  /** @type {string[]} */
  #retried = [];

  /** @type {import('./test-summary.mjs').FileTime[]} */
  #files = [];

  /** @param {import('vitest/node').TestCase} testCase */
  onTestCaseResult(testCase) {
    if (testCase.diagnostic()?.flaky)
      this.#retried.push(`${testCase.module.relativeModuleId}: ${testCase.fullName}`);
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const times = module.diagnostic();
    const ms =
      times.environmentSetupDuration +
      times.prepareDuration +
      times.setupDuration +
      times.collectDuration +
      times.duration;
    this.#files.push({ file: module.relativeModuleId, seconds: ms / 1000 });
  }

  onTestRunEnd() {
    const { TEST_OUTCOMES_FILE } = process.env;
    if (TEST_OUTCOMES_FILE)
      writeFileSync(
        TEST_OUTCOMES_FILE,
        JSON.stringify({ retried: this.#retried, files: this.#files }),
      );
  }
}
