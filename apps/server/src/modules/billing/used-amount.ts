/** What runs, explorations and load tests used. */
export interface UsedAmount {
  interactions: number;
  callSeconds: number;
}
