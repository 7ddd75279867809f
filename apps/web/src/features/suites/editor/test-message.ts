import type { ChannelConfiguration } from '@parley/suite';
import type { ComponentType } from 'react';

/** The bot and what is needed to connect to it from the editor. */
export interface ConnectedBot {
  channel: ChannelConfiguration;
  variables?: Record<string, string>;
  deviceId?: string;
}

export interface TestMessageDialogProps {
  bot: ConnectedBot;
  onClose: () => void;
}

/** Dialog that sends a test message. */
export type TestMessageDialog = ComponentType<TestMessageDialogProps>;
