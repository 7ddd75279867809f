/** Judges the assertions of a step about the accessibility of the chat widget. */
import { ConversationError } from '@parley/egress';
import {
  type Assertion,
  accessibilityLevel,
  type Interaction,
  judgeAccessibility,
  replyIn,
  type Turn,
  type Verdict,
} from '@parley/suite';
import type { Channel } from './channels/channel.ts';
import type { StepSettings } from './step-settings.ts';

export const asksForAccessibility = (
  { assertions }: Pick<Interaction, 'assertions'>,
  { isStrict }: Pick<StepSettings, 'isStrict'>,
): boolean => isStrict === true && assertions.some((one) => accessibilityLevel(one) !== undefined);

/** @throws ConversationError if the channel has no widget */
export async function judgeWidget(
  { assertions }: Pick<Interaction, 'assertions'>,
  turn: Turn | undefined,
  channel: Pick<Channel, 'accessibility'>,
): Promise<ReadonlyMap<Assertion, Verdict>> {
  if (!channel.accessibility) throw noWidget();
  const judged = new Map<Assertion, Verdict>();
  if (!replyIn(turn)) return judged;
  const found = await channel.accessibility();
  for (const assertion of assertions) {
    const least = accessibilityLevel(assertion);
    if (least) judged.set(assertion, judgeAccessibility(assertion, least, found));
  }
  return judged;
}

const noWidget = () =>
  new ConversationError({
    class: 'configuration',
    code: 'no-widget',
    message: 'A check of accessibility needs a channel of kind browser.',
    hint: 'Remove it, or test the chat widget of a page.',
  });
