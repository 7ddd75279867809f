/** What a rule does with agents of different pass rates, before anything is tried. */
import { type OperatingCharacteristic, operatingCharacteristic } from '@parley/statistics';
import type { RepeatRule } from '../format/model/repeat.ts';

export interface Forecast extends OperatingCharacteristic {
  /** The pass rate of the agent. */
  rate: number;
}

/** An agent better than what is good enough, one that is just good enough, one between the rates, one at the lower rate. */
export function forecastsOf(rule: RepeatRule): Forecast[] {
  const { passRate, tolerate, maxTries } = rule;
  const rates = [(1 + passRate) / 2, passRate, (passRate + tolerate) / 2, tolerate];
  return rates.map((rate) => ({ rate, ...operatingCharacteristic(rate, rule, maxTries) }));
}
