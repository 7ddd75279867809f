// Writes down which tests passed only on a retry, since the JSON report of vitest does not say so.
import { writeFileSync } from 'node:fs';

export default class RetryReporter {
  /** @type {string[]} */
  #retried = [];

  /** @param {import('vitest/node').TestCase} testCase */
  onTestCaseResult(testCase) {
    if (testCase.diagnostic()?.flaky)
      this.#retried.push(`${testCase.module.relativeModuleId}: ${testCase.fullName}`);
  }

  onTestRunEnd() {
    const { TEST_RETRIES_FILE } = process.env;
    if (TEST_RETRIES_FILE) writeFileSync(TEST_RETRIES_FILE, JSON.stringify(this.#retried));
  }
}
