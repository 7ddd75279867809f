/**
 * Accuracy of the starts and ends of speech, as `npm run bench -- voice` measures it; see docs/phone.md. Noise hides
 * soft starts and ends, so the error depends on it.
 */

export interface EdgeAccuracy {
  /** Delay with which starts and ends are found, in the middle of all cases. It is subtracted. */
  startBiasMs: number;
  endBiasMs: number;
  /** What remains of the error in 90% of all cases. */
  errorMs: number;
}

/** Speech must be this much above the noise, in dB. */
export const noisiestDb = 20;

const clean: EdgeAccuracy = { startBiasMs: -4, endBiasMs: 0, errorMs: 40 };

/** Each applies from a level of speech above the noise. */
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
