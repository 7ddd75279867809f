import type { Failure, PlannedTest, Test } from '@parley/suite';

/** A test of the plan with its variables filled in, and the problem that prevents it from running, if any. */
export interface PreparedTest extends PlannedTest {
  /** The test as written. It is filled in again when requests or steps save values. */
  source: Test;
  problem?: Failure;
  warnings?: string[];
}
