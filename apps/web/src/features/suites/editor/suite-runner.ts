/**
 * What the editor needs for running a suite. The feature `runs` implements it, and the route
 * connects the two, so suites do not depend on runs.
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
  /** Names of tests; all of them if absent. */
  tests?: string[];
  /** What is tested, such as a version, branch or commit. */
  label?: string;
  /** Environment of the bot, such as `staging`. */
  environment?: string;
  /** Tries of each test, overriding those of the suite and the tests. */
  repeat?: Partial<RepeatRule>;
}

export interface SuiteRunner {
  /**
   * Queues a run of the stored suite, with all tests or those that are named.
   *
   * @returns false if it was refused; the user has then been told
   */
  start: (wanted?: WantedRun) => Promise<boolean>;
  isStarting: boolean;
  /** A run is queued or under way. */
  isRunning: boolean;
  /** Reasons why a run of the stored suite would be refused; empty if there are none. */
  notice: ReactNode;
  /** Progress and outcome of the run that is shown; null before the first one. */
  bar: ReactNode;
  /** Result of a test in the shown run; undefined if it was not part of it. */
  resultOf(test: Test): TestResult | undefined;
  /** Template values of the shown run's virtual device. */
  ofDevice: Values | undefined;
  /** Environment of the shown run, with masked secrets; undefined if it used none. */
  environment: SuiteEnvironment | undefined;
  /** Name of the environment of the latest run; empty for none. */
  lastEnvironment: string;
  renderStep(step: StepResult, options: StepResultOptions): ReactNode;
  /** Shows the tests of the latest run that pass with the current text and would fail with the changed one. */
  renderNewlyFailing(source: string, changed: string): ReactNode;
}

interface StepResultOptions {
  /** The step was changed after this result. */
  isOutdated: boolean;
  /** Adds the bot's wording as an alternative to the assertion with this index; undefined for a step of a block. */
  onAccept: ((assertion: number, wording: string) => void) | undefined;
}
