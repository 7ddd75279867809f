import type { Transcript } from './speech.ts';

/** Stands for words that nobody is sure of. It has letters, so no comparison overlooks it, and is no word. */
const unsureWord = 'ꙮꙮꙮ';

/** Undefined where the recognizer tells nothing about single words. */
export const sureTextOf = ({ words }: Transcript, confidenceMin: number): string | undefined =>
  words?.map(({ word, confidence }) => (confidence < confidenceMin ? unsureWord : word)).join(' ');
