/**
 * Interface with which the editor runs a suite. The feature `runs` implements it and the route connects the two, so suites do
 * not depend on runs.
 */
import type {
  RepeatRule,
  StepResult,
  SuiteEnvironment,
  Test,
  TestResult,
  Values,
} from '@parley/suite';
import type { ReactNode } from 'react';

export interface WantedRun {
  /** Names of the tests to run. Defaults to all. */
  tests?: string[];
  /** What is tested, such as a version, branch or commit. */
  label?: string;
  /** Environment to run in, such as `staging`. */
  environment?: string;
  /** Tries of each test. Overrides the settings of the suite and the tests. */
  repeat?: Partial<RepeatRule>;
}

export interface SuiteRunner {
  /**
   * Queues a run of the stored suite, with all or the given tests.
   *
   * @returns false if the run was refused, which a toast explains
   */
  start: (wanted?: WantedRun) => Promise<boolean>;
  isStarting: boolean;
  /** True if a run is queued or running. */
  isRunning: boolean;
  /** Explains why the stored suite cannot run; empty if it can. */
  notice: ReactNode;
  /** Progress or result of the displayed run; null if there is none. */
  bar: ReactNode;
  /** Result of a test in the displayed run; undefined if the run did not include the test. */
  resultOf(test: Test): TestResult | undefined;
  /** Template values of the virtual device in the displayed run. */
  ofDevice: Values | undefined;
  /** Environment of the displayed run, with masked secrets; undefined if it used none. */
  environment: SuiteEnvironment | undefined;
  /** Name of the latest run's environment; empty if it had none. */
  lastEnvironment: string;
  renderStep(step: StepResult, options: StepResultOptions): ReactNode;
  /** Shows the tests of the latest run that pass with the current text and would fail with the changed text. */
  renderNewlyFailing(source: string, changed: string): ReactNode;
}

interface StepResultOptions {
  /** True if the step was changed after this result. */
  isOutdated: boolean;
  /** Adds the bot's wording as an alternative to the assertion with this index. Undefined for a step of a block. */
  onAccept: ((assertion: number, wording: string) => void) | undefined;
}
