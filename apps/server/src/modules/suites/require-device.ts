import type { DevicePlatform } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { holdDevice } from '../devices/devices.ts';

/**
 * Refuses a device that does not exist or has another platform than the suite. Call it in a
 * transaction.
 */
export async function requireDevice(
  scope: Scope,
  deviceId: string,
  platform: DevicePlatform,
): Promise<void> {
  const device = found(await holdDevice(scope, deviceId));
  if (device.platform === platform) return;
  throw new ApiError('invalid_request', {
    message: `The virtual device “${device.name}” is for ${device.platform}, this is for ${platform}.`,
    hint: `Choose a device for ${platform}, or none.`,
    problems: [{ path: 'deviceId', message: `It is a ${device.platform} device.` }],
  });
}
