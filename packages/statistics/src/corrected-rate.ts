import type { Interval } from './wilson-interval.ts';

/** Errors of a reader on cases whose truth is known. */
export interface ReaderErrors {
  /** Number of cases that hold. `missed`: how many of them the reader considered not to hold. */
  holding: number;
  missed: number;
  /** Number of cases that do not hold. `mistaken`: how many of them the reader considered to hold. */
  others: number;
  mistaken: number;
}

export interface CorrectedRate {
  rate: number;
  interval: Interval;
}

/** Sum of sensitivity and specificity at or below which a reader distinguishes too little for a correction. */
export const leastInformation = 1.2;

/** The 0.975 quantile of the normal distribution. */
const z = 1.959963984540054;

/**
 * Estimates the true rate from the rate that a reader with known errors found. The 95% interval allows for the size of the
 * samples on which the errors were measured.
 *
 * Source: W. J. Rogan, B. Gladen, "Estimating prevalence from the results of a screening test", American Journal of
 * Epidemiology 107 (1978), 71–76; the interval is that of Zs. Lang, J. Reiczigel, "Confidence limits for prevalence of disease
 * adjusted for estimated sensitivity and specificity", Preventive Veterinary Medicine 113 (2014), 13–22.
 * @param found number of cases that hold according to the reader, 0 to `of`
 * @param of number of cases
 * @param errors measured on samples that are independent of the cases
 * @returns undefined if there are no cases, or if the reader distinguishes so little that the correction would divide by almost
 * zero
 */
export function correctedRate(
  found: number,
  of: number,
  { holding, missed, others, mistaken }: ReaderErrors,
): CorrectedRate | undefined {
  if (of === 0 || holding === 0 || others === 0) return undefined;
  const sensitivity = (holding - missed) / holding;
  const specificity = (others - mistaken) / others;
  if (sensitivity + specificity <= leastInformation + 1e-12) return undefined;
  const rate = (found / of + specificity - 1) / (sensitivity + specificity - 1);

  const cases = of + z ** 2;
  const seen = (found + z ** 2 / 2) / cases;
  const sens = (holding - missed + 1) / (holding + 2);
  const spec = (others - mistaken + 1) / (others + 2);
  const information = sens + spec - 1;
  const center = (seen + spec - 1) / information;
  const ofSens = (sens * (1 - sens)) / (holding + 2);
  const ofSpec = (spec * (1 - spec)) / (others + 2);
  const shift = 2 * z ** 2 * (center * ofSens - (1 - center) * ofSpec);
  const variance = (seen * (1 - seen)) / cases + center ** 2 * ofSens + (1 - center) ** 2 * ofSpec;
  const half = (z * Math.sqrt(variance)) / information;
  return {
    rate: within(rate),
    interval: { low: within(center + shift - half), high: within(center + shift + half) },
  };
}

const within = (share: number): number => Math.min(1, Math.max(0, share));
