import type { BrowserChannelConfiguration } from '@parley/suite';
import type { Page } from 'playwright-core';
import type { OnPress } from './detect/find-widget.ts';
import { createDetectedWidget } from './detected-widget.ts';
import { createSelectedWidget, type Widget } from './widget.ts';

/** A part that the suite names is taken at its word; the others are looked for. */
export function createWidget(
  page: Page,
  configuration: BrowserChannelConfiguration,
  onPress?: OnPress,
): Widget {
  const { input, reply } = configuration;
  return input !== undefined && reply !== undefined
    ? createSelectedWidget(page, { ...configuration, input, reply })
    : createDetectedWidget(page, configuration, onPress);
}
