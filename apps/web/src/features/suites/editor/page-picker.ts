import type { PickedParts } from '@parley/contract';
import type { BrowserChannelConfiguration } from '@parley/suite';
import type { ComponentType } from 'react';
import type { ConnectedBot } from './test-message.ts';

export interface PagePickerProps {
  bot: ConnectedBot;
  /** Label of the button that calls `onPicked`. Defaults to "Apply to suite". */
  applyLabel?: string;
  /** Called with the parts to set in the channel. They replace all previous parts. */
  onPicked: (parts: PickedParts) => void;
  onClose: () => void;
}

/** Dialog that shows a page with a chat, on which users select its parts. */
export type PagePicker = ComponentType<PagePickerProps>;

/** @returns the channel with exactly these parts */
export function withParts(
  { open, frame, input, send, reply, ...others }: BrowserChannelConfiguration,
  parts: PickedParts,
): BrowserChannelConfiguration {
  return { ...others, ...parts };
}
