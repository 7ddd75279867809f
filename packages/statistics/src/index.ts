/** Statistics of repeated tries: pure functions on numbers, each with its source. */
export { chanceOfStreak, rareCount, rareStreak } from './rare-counts.ts';
export {
  type Decision,
  decide,
  fewestTriesToDecide,
  type OperatingCharacteristic,
  type Outlook,
  operatingCharacteristic,
  outlook,
  sequentialInterval,
  type Tally,
  type TwoRates,
} from './sequential-test.ts';
export { type Interval, wilsonInterval } from './wilson-interval.ts';
