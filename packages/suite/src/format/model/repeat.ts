/** The tries of a test, and the pass rate that they have to show. */
export interface RepeatRule {
  /** A share of passed tries that is good enough, below 1. Default 0.95. */
  passRate: number;
  /** A share that is not tolerable, below `passRate`. Default 0.8. */
  tolerate: number;
  /** Tries after which an open question is undecided; 1 means a single try, as without a rule. Default 50. */
  maxTries: number;
  /** Fixed number of tries, so that versions can be compared; equals `maxTries` if set. */
  tries?: number;
}
