import type { RequiredConfidence } from '../speech.ts';
import type { Calibration } from './calibration.ts';

/**
 * Parses a file written by `parley ears calibrate`.
 *
 * @throws Error with a readable message if the file is invalid
 */
export function readCalibrations(text: string): Calibration[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
  if (!Array.isArray(read)) throw new Error('it is no list of calibrations');
  return read.map((row: unknown, index) => {
    if (!isCalibration(row)) throw new Error(`row ${index + 1} is no calibration`);
    return row;
  });
}

function isCalibration(row: unknown): row is Calibration {
  if (typeof row !== 'object' || row === null) return false;
  const { recognizer, codec, language, basis, recordings, wordErrorRate, required } =
    row as Partial<Record<keyof Calibration, unknown>>;
  const areTexts = [recognizer, codec, language, basis].every((one) => typeof one === 'string');
  const areNumbers = [recordings, wordErrorRate].every((one) => typeof one === 'number');
  return areTexts && areNumbers && (required === null || isRequired(required));
}

function isRequired(value: unknown): value is RequiredConfidence {
  if (typeof value !== 'object' || value === null) return false;
  const { text, word, closeWord } = value as Record<string, unknown>;
  return [text, word, closeWord].every((one) => typeof one === 'number' && one > 0 && one <= 1);
}
