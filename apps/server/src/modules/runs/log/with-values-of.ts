import type { Suite } from '@parley/suite';
import type { RunDevice } from '../../../db/schema/runs.ts';

/**
 * Applies a virtual device to a suite, except its connection to the bot. The suite's own settings
 * take precedence.
 */
export function withValuesOf(device: RunDevice, suite: Suite): Suite {
  const { configuration } = suite;
  return {
    ...suite,
    configuration: {
      ...configuration,
      variables: { ...variablesOf(device), ...configuration.variables },
      ...(device.settings.platform === 'phone' && {
        locale: configuration.locale ?? device.locale,
      }),
    },
  };
}

/** Returns the values for templates with which a suite tells the bot about the visitor. */
export function variablesOf({ name, locale, settings }: RunDevice): Record<string, string> {
  return {
    deviceName: name,
    deviceLocale: locale,
    ...(settings.platform === 'webchat' && {
      viewportWidth: String(settings.viewport.width),
      viewportHeight: String(settings.viewport.height),
    }),
  };
}
