// Loaded before the server (`node --import`). Shifts the clock by the number of milliseconds in a file, and jumps when the
// file changes. The embedded database uses the same clock.
import { readFileSync } from 'node:fs';

const file = process.env.PARLEY_DRILL_CLOCK ?? '';
const RealDate = Date;
let shiftMs = readShift();

function readShift() {
  return Number(readFileSync(file, 'utf8'));
}

setInterval(() => {
  shiftMs = readShift();
}, 100).unref();

class ShiftedDate extends RealDate {
  /** @param {unknown[]} parts */
  constructor(...parts) {
    super(.../** @type {[]} */ (parts.length === 0 ? [ShiftedDate.now()] : parts));
  }

  /** @override */
  static now() {
    return RealDate.now() + shiftMs;
  }
}

globalThis.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (ShiftedDate));
