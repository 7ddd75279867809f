/** The configuration of Bespoken's runners: turn by turn, as everybody else here; the token names a device without a service of its own. */
export const testingJson = {
  type: 'e2e',
  locales: 'en-US',
  virtualDeviceToken: 'bench',
  batchEnabled: false,
  asyncMode: false,
  trace: false,
  html: false,
};
