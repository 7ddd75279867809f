/** The door of the module: who the tester is on a channel. */

export { callerChannel } from './caller-channel.ts';
export { checkHealthJob, devicesWork } from './device-health.ts';
export { type DeviceRow, findDevice, holdDevice, holdDevices } from './devices.queries.ts';
export { devicesRoutes } from './devices.routes.ts';
export { openPhoneLines } from './phone-lines.ts';
export { headersOfVisitor } from './visitor-headers.ts';
