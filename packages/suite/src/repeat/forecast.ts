/** Predicts what a repeat rule decides for agents with different pass rates, before anything is run. */
import { type OperatingCharacteristic, operatingCharacteristic } from '@parley/statistics';
import type { RepeatRule } from '../format/model/repeat.ts';

export interface Forecast extends OperatingCharacteristic {
  /** Pass rate of the agent, from 0 to 1. */
  rate: number;
}

/**
 * Forecasts for four agents: with a rate above the pass rate, at the pass rate, between the two rates, and at the lower rate.
 */
export function forecastsOf(rule: RepeatRule): Forecast[] {
  const { passRate, tolerate, maxTries } = rule;
  const rates = [(1 + passRate) / 2, passRate, (passRate + tolerate) / 2, tolerate];
  return rates.map((rate) => ({ rate, ...operatingCharacteristic(rate, rule, maxTries) }));
}
