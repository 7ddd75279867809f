/**
 * Configuration of Bespoken's runners: turn by turn, like all the others. The token names a device without a service of its
 * own.
 */
export const testingJson = {
  type: 'e2e',
  locales: 'en-US',
  virtualDeviceToken: 'bench',
  batchEnabled: false,
  asyncMode: false,
  trace: false,
  html: false,
};
