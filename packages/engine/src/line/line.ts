/** Public exports for measuring how well lines are classified. */
export { cadences } from './cadences.ts';
export { classifyLine, type LineAudio, type LineWords } from './classify-line.ts';
export { hear } from '../speech/hear.ts';
