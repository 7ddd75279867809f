import type { PickedParts } from '@parley/contract';
import type { BrowserChannelConfiguration } from '@parley/suite';
import type { ComponentType } from 'react';
import type { ConnectedBot } from './test-message.ts';

export interface PagePickerProps {
  bot: ConnectedBot;
  /** Label of the button that calls `onPicked`. Default: "Apply to suite". */
  applyLabel?: string;
  /** Called with the parts that the channel should name. They replace all previous ones. */
  onPicked: (parts: PickedParts) => void;
  onClose: () => void;
}

/** Dialog that shows the page of a chat widget and lets people choose its parts. */
export type PagePicker = ComponentType<PagePickerProps>;

/** @returns the channel with exactly these parts */
export function withParts(
  { open, frame, input, send, reply, ...others }: BrowserChannelConfiguration,
  parts: PickedParts,
): BrowserChannelConfiguration {
  return { ...others, ...parts };
}
