import type { PickedParts } from '@parley/contract';
import type { ComponentType } from 'react';
import type { ConnectedBot } from './test-message.ts';

export interface PagePickerProps {
  bot: ConnectedBot;
  /** Called with the parts that the channel then names, and no others. */
  onPicked: (parts: PickedParts) => void;
  onClose: () => void;
}

/** Dialog that shows the page of a chat widget and lets people choose its parts. */
export type PagePicker = ComponentType<PagePickerProps>;
