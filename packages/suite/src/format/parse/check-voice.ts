/** Reports checks of timing in suites whose channel has no audio. */
import type { Interaction } from '../model/suite.ts';
import type { TextRange } from './problem-list.ts';
import type { Reader } from './values.ts';

interface Checked {
  interactions: readonly Interaction[];
  /** Kind of the channel of the suite, if it has one. */
  channel: string | undefined;
  range: TextRange;
}

export function checkVoiceChecks(reading: Reader, { interactions, channel, range }: Checked): void {
  if (channel === undefined || channel === 'phone') return;
  const found = interactions.flatMap(({ assertions }) => assertions).find(({ voice }) => voice);
  if (!found) return;
  reading.problems.error(
    range,
    `"${found.property}" needs a channel of kind phone.`,
    'Remove it, or test a phone line. For other channels, check the time until the first message: latency < 1200',
  );
}
