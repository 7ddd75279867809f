import type { Calibration } from './calibration.ts';
import measured from './local.json' with { type: 'json' };

/**
 * The local recognizer, as `npm run bench -- ears --calibrate` measured it: with synthetic speech only. A
 * real line needs a calibration of its own.
 */
export const localCalibrations: readonly Calibration[] = measured;

export const localRecognizer = 'local';
