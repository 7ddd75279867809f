import type { Calibration } from './calibration.ts';
import measured from './local.json' with { type: 'json' };

/**
 * Calibration of the local recognizer, as measured by `npm run bench -- ears --calibrate` with synthetic speech only. A real
 * line needs its own calibration.
 */
export const localCalibrations: readonly Calibration[] = measured;

export const localRecognizer = 'local';
