import { describeInput } from '../format/model/inputs.ts';
import type { Input } from '../format/model/suite.ts';

/** Describes the message of a step in the words of its test, with the sent value if a button was pressed. */
export function describeSaid({ input, sent }: { input: Input; sent?: string | undefined }): string {
  if (input.kind !== 'text') return sent || describeInput(input);
  const isSentAsIs = sent === undefined || sent === '' || sent === input.text;
  return isSentAsIs ? input.text : `${input.text} (sent as "${sent}")`;
}
