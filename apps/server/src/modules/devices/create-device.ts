import type { Body, Device, devices } from '@parley/contract';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { newId } from '../../platform/security/ids.ts';
import { refuseDeviceBeyondQuota } from '../billing/billing.ts';
import { refuseUnknownSettings } from './check-settings.ts';
import { countAllDevices, insertDevice } from './devices.queries.ts';
import { presentDevice } from './present-device.ts';
import { refusePlatformBeyondPlan } from './refuse-platform.ts';

/** Creates a virtual device on a platform that the plan includes. */
export async function createDevice(
  scope: Scope,
  input: Body<typeof devices.createDevice>,
): Promise<Device> {
  const { platform } = input.settings;
  await refusePlatformBeyondPlan(scope, platform);
  refuseUnknownSettings(input.locale, input.settings);
  return inTransaction(scope, async (inside) => {
    await refuseDeviceBeyondQuota(inside, countAllDevices);
    const row = await insertDevice(inside, { ...input, id: newId(), platform });
    if (!row) throw deviceNameTaken(input.name);
    return presentDevice(inside, row);
  });
}

export function deviceNameTaken(name: string): ApiError {
  return new ApiError('name_taken', {
    message: `There is already a virtual device named “${name}”.`,
    hint: 'Choose another name. Names are not case-sensitive.',
  });
}
