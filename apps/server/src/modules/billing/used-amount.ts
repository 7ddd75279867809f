/** Usage of runs, explorations and load tests. */
export interface UsedAmount {
  interactions: number;
  callSeconds: number;
}
