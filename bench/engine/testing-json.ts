/**
 * Configuration of Bespoken's runners. They work turn by turn, like all other runners. The token names a device without a
 * service.
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
