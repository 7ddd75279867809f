/**
 * Accuracy of the starts and ends of speech, as measured by `npm run bench -- voice`; see docs/phone.md. The error depends on
 * the noise, which hides soft starts and ends.
 */

export interface EdgeAccuracy {
  /** Median delay with which starts and ends are found. It is subtracted. */
  startBiasMs: number;
  endBiasMs: number;
  /** Maximum remaining error in 90% of all cases. */
  errorMs: number;
}

/** Minimum level of speech above the noise, in dB. */
export const noisiestDb = 20;

const clean: EdgeAccuracy = { startBiasMs: -4, endBiasMs: 0, errorMs: 40 };

/** Accuracies, each from a level of speech above the noise on. */
const accuracies: (EdgeAccuracy & { fromDb: number })[] = [
  { fromDb: 38, ...clean },
  { fromDb: 30, startBiasMs: 0, endBiasMs: -10, errorMs: 100 },
  { fromDb: 25, startBiasMs: 4, endBiasMs: -26, errorMs: 130 },
  { fromDb: noisiestDb, startBiasMs: 8, endBiasMs: -48, errorMs: 200 },
];

/** @param snrDb level of speech above the noise; undefined if there is no speech */
export const edgeAccuracy = (snrDb: number | undefined): EdgeAccuracy =>
  snrDb === undefined
    ? clean
    : (accuracies.find(({ fromDb }) => snrDb >= fromDb) ?? accuracies.at(-1) ?? clean);
