import type { Input } from '@parley/suite';

/** What an input puts on the line, for the record. */
export function wordsOf(input: Input): string {
  if (input.kind === 'text') return input.text;
  return input.kind === 'dtmf' ? input.digits : '';
}
