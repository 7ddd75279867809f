import type { Input } from '@parley/suite';

/** @returns the text or keys that an input sends; empty for other inputs */
export function wordsOf(input: Input): string {
  if (input.kind === 'text') return input.text;
  return input.kind === 'dtmf' ? input.digits : '';
}
