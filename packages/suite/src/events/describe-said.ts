import { describeInput } from '../format/model/inputs.ts';
import type { Input } from '../format/model/suite.ts';

/**
 * Describes the message of a step in the words of its test. Shows the sent text if it differs, for example the value of a
 * pressed button.
 */
export function describeSaid({ input, sent }: { input: Input; sent?: string | undefined }): string {
  if (input.kind !== 'text') return sent || describeInput(input);
  const isSentAsIs = sent === undefined || sent === '' || sent === input.text;
  return isSentAsIs ? input.text : `${input.text} (sent as "${sent}")`;
}
