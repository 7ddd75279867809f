import type { BrowserChannelConfiguration } from '@parley/suite';
import type { Page } from 'playwright-core';
import type { OnPress } from './detect/find-widget.ts';
import { createDetectedWidget } from './detected-widget.ts';
import { createSelectedWidget, type Widget } from './widget.ts';

/** Creates the widget of a page. Parts that the suite names are used as they are; the others are searched for. */
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
