/** Predicts what a rule decides for agents with different pass rates, before anything is run. */
import { type OperatingCharacteristic, operatingCharacteristic } from '@parley/statistics';
import type { RepeatRule } from '../format/model/repeat.ts';

export interface Forecast extends OperatingCharacteristic {
  /** The pass rate of the agent. */
  rate: number;
}

/** Forecasts for four agents: one above the pass rate, one at it, one between the two rates, and one at the lower rate. */
export function forecastsOf(rule: RepeatRule): Forecast[] {
  const { passRate, tolerate, maxTries } = rule;
  const rates = [(1 + passRate) / 2, passRate, (passRate + tolerate) / 2, tolerate];
  return rates.map((rate) => ({ rate, ...operatingCharacteristic(rate, rule, maxTries) }));
}
