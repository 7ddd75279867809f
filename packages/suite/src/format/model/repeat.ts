/** Number of tries of a test, and the pass rate that they have to prove. */
export interface RepeatRule {
  /** Share of passed tries that is good enough, below 1. Default 0.95. */
  passRate: number;
  /** Share of passed tries that is not acceptable, below `passRate`. Default 0.8. */
  tolerate: number;
  /**
   * Number of tries after which the test is undecided if nothing is proven; 1 runs the test once, as without a rule. Default
   * 50.
   */
  maxTries: number;
  /** Fixed number of tries, so that versions can be compared. Equals `maxTries` if set. */
  tries?: number;
}
