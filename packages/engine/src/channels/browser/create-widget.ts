import type { BrowserChannelConfiguration } from '@parley/suite';
import type { Page } from 'playwright-core';
import type { OnPress } from './detect/find-widget.ts';
import { createDetectedWidget } from './detected-widget.ts';
import { createSelectedWidget, type Widget } from './widget.ts';

/** Creates the widget of a page. It is detected unless the suite names selectors for both the input and the replies. */
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
