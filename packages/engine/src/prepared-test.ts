import type { Failure, PlannedTest, Test } from '@parley/suite';

/** A test of the plan with its variables filled in, and what prevents it from running. */
export interface PreparedTest extends PlannedTest {
  /** The test as written, to be filled in with what requests save. */
  source: Test;
  problem?: Failure;
  warnings?: string[];
}
