import type { ChannelConfiguration } from '@parley/suite';
import type { ComponentType } from 'react';

/** A bot, with the variables and the device that its channel needs. */
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
