import type { Suite } from '@parley/suite';
import type { RunDevice } from '../../../db/schema/runs.ts';

/** A suite with what a virtual device gives it but for the way to the bot. What the suite says itself stands. */
export function withValuesOf(device: RunDevice, { configuration, tests }: Suite): Suite {
  return {
    tests,
    configuration: {
      ...configuration,
      variables: { ...variablesOf(device), ...configuration.variables },
      ...(device.settings.platform === 'phone' && {
        locale: configuration.locale ?? device.locale,
      }),
    },
  };
}

/** Values for templates, with which a suite tells the bot about the visitor. */
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
