/** Reports accessibility checks that are misspelled or that the channel does not support. */
import { accessibilityLevel } from '../../accessibility/judge-accessibility.ts';
import type { Assertion, Interaction } from '../model/suite.ts';
import type { TextRange } from './problem-list.ts';
import type { Reader } from './values.ts';

interface Checked {
  interactions: readonly Interaction[];
  /** Kind of the channel of the suite, if it has one. */
  channel: string | undefined;
  range: TextRange;
}

export function checkAccessibilityChecks(
  reading: Reader,
  { interactions, channel, range }: Checked,
): void {
  const isMeant = ({ property, expected }: Assertion) =>
    property === 'accessibility' &&
    (channel === 'browser' || expected.some((text) => /\bviolations?\b/i.test(String(text))));
  for (const { assertions, branches } of interactions) {
    const conditions = branches.flatMap(({ when }) => when ?? []);
    const meant = [...assertions, ...conditions].filter(isMeant);
    if (meant.length === 0) continue;
    if (!reading.isStrict) {
      reading.problems.warning(
        range,
        '"accessibility" reads a part of the reply, not the widget.',
        'Add "syntax: 2" to the configuration to check the accessibility of the widget.',
      );
    } else if (conditions.some(isMeant) || meant.some((one) => !accessibilityLevel(one))) {
      reading.problems.error(
        range,
        '"accessibility" must be "no violations", and cannot be the condition of a branch.',
        'Write for example: accessibility: no violations, or accessibility: no serious violations',
      );
    } else if (channel !== undefined && channel !== 'browser') {
      reading.problems.error(
        range,
        'A check of accessibility needs a channel of kind browser.',
        'Remove it, or test the chat widget of a page.',
      );
    }
  }
}
