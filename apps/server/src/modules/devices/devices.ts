/** Public API of the module: virtual devices. */

export { callerChannel } from './caller-channel.ts';
export { createDevice } from './create-device.ts';
export { checkHealthJob, devicesWork } from './device-health.ts';
export {
  countAllDevices,
  type DevicePlace,
  type DeviceRow,
  findDevice,
  holdDevice,
  holdDevices,
  listDevicesAfter,
} from './devices.queries.ts';
export { devicesRoutes } from './devices.routes.ts';
export { openPhoneLines } from './phone-lines.ts';
export { presentDevices } from './present-device.ts';
export { headersOfVisitor } from './visitor-headers.ts';
