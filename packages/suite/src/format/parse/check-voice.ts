/** Reports checks of timing and interruptions that cannot work. */
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
  for (const interaction of interactions) {
    const problem = problemOf(interaction, channel);
    if (problem) reading.problems.error(range, ...problem);
  }
}

function problemOf(
  { input, assertions, interjection }: Interaction,
  channel: string | undefined,
): [message: string, hint: string] | undefined {
  const checks = assertions.flatMap(({ voice, property }) => (voice ? [{ voice, property }] : []));
  const [first] = checks;
  if (channel !== undefined && channel !== 'phone' && (first || interjection))
    return [
      `"${first?.property ?? interjection?.kind}" needs a channel of kind phone.`,
      'Remove it, or test a phone line. For other channels, check the time until the first message: latency < 1200',
    ];
  if (interjection && (input.kind === 'pause' || input.kind === 'check'))
    return [
      `Nobody can be interrupted in a step that only ${input.kind === 'pause' ? 'waits' : 'checks a system'}.`,
      'Interrupt in the step whose reply is to be interrupted, or in $DIAL for the greeting.',
    ];
  const kinds = { yields: 'interrupt', goesOn: 'backchannel' } as const;
  for (const { voice } of checks) {
    if (voice.kind !== 'yields' && voice.kind !== 'goesOn') continue;
    if (interjection?.kind === kinds[voice.kind]) continue;
    return voice.kind === 'yields'
      ? [
          '"yields" needs an interruption.',
          'Add it to the step: interrupt after 800ms: Please cancel that',
        ]
      : ['"keeps speaking" needs a backchannel.', 'Add it to the step: backchannel after 1s: mhm'];
  }
  return undefined;
}
