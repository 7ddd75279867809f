/** Statistics for comparisons. They have an entry point of their own, because they include tables of distributions. */
export { type Agreement, cohensKappa } from './agreement.ts';
export {
  type CorrectedRate,
  correctedRate,
  leastInformation,
  type ReaderErrors,
} from './corrected-rate.ts';
export { exactInterval, exactUpperBound } from './exact-interval.ts';
export { fisherExact } from './fisher.ts';
export { holm } from './holm.ts';
export { exactNoWorse, fewerTries, noWorseThan } from './no-worse.ts';
export {
  differenceOf,
  fewestDifferingTests,
  type RatePair,
  rateOf,
  type Sample,
  worseInTestsLikeThese,
  worseInTheseTests,
} from './paired-rates.ts';
export { passHatK } from './pass-k.ts';
export { sharesAtLeast } from './share-at-least.ts';
export { unbiasedRate } from './unbiased-rate.ts';
export { type Interval, wilsonInterval } from './wilson-interval.ts';
