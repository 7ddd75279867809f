/** Public exports for measuring how well lines are classified. */

export { hear } from '../speech/hear.ts';
export { cadences } from './cadences.ts';
export { classifyLine, type LineAudio, type LineWords } from './classify-line.ts';
