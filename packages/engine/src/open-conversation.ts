import type { ChannelConfiguration } from '@parley/suite';
import type { Channel, ConversationContext } from './channels/channel.ts';
import { openChannel, sendsValues } from './channels/kinds.ts';
import { limits } from './limits.ts';
import { createOfferedButtons, type OfferedButtons } from './offered-buttons.ts';
import { createTimeline, type Timeline } from './turn/timeline.ts';

/** Context that a run gives each of its conversations. */
export type ConversationSetup = Omit<
  ConversationContext,
  'observe' | 'isOver' | 'clock' | 'limits' | 'mask'
>;

/** An open conversation: its channel and its observations. */
export interface OpenConversation {
  channel: Channel;
  timeline: Timeline;
  /** Absent if pressing a button sends only its title. */
  offered?: OfferedButtons;
}

const noMask = { hide: () => {} };

export async function openConversation(
  configuration: ChannelConfiguration,
  setup: ConversationSetup,
): Promise<OpenConversation> {
  const timeline = createTimeline();
  const { observe, isOver, clock } = timeline;
  const mask = setup.traffic ?? noMask;
  const channel = await openChannel(configuration, {
    ...setup,
    observe,
    isOver,
    clock,
    limits,
    mask,
  });
  return {
    channel,
    timeline,
    ...(sendsValues(configuration) && { offered: createOfferedButtons() }),
  };
}

/** Returns the text to send: the value of the button if the text presses one, otherwise the text. */
export const sentFor = ({ offered }: OpenConversation, text: string): string =>
  offered?.sentFor(text) ?? text;
